// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// GPA, the greedy partitioning algorithm: cut the curve once, at the shares.
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

class Greedy final : public Partitioner {
 public:
  Owners assign(const Problem& problem) const override {
    check(problem);
    const Workers workers(problem.capacity);
    return owners_of(workers, cut_at_shares(Chain(problem.units), workers));
  }
};

}  // namespace

void register_gpa(Registry<Partitioner>& registry) {
  registry.add({.name = "gpa",
                .summary = "greedy cut of the curve at the capacity shares",
                .source = "Li 2005, section 4.2",
                .make = [](const Params&) { return std::make_unique<Greedy>(); }});
}

}  // namespace evenkeel::partition
