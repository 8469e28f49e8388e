// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// GrACE's default: composite units along the curve, the same work for every processor.
#include <algorithm>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

/// Reads of the capacities only which of them are zero: that is what it is compared for.
class Composite final : public Partitioner {
 public:
  Owners assign(const Problem& problem) const override {
    check(problem);
    Workers workers(problem.capacity);
    std::fill(workers.capacity.begin(), workers.capacity.end(), 1.0);
    return owners_of(workers, cut_at_shares(Chain(problem.units), workers));
  }
};

}  // namespace

void register_composite(Registry<Partitioner>& registry) {
  registry.add({.name = "composite",
                .summary = "equal work along the curve, whatever the capacities (zero: nothing)",
                .source = "Sinha & Parashar 2002, section 4.1 (GrACE default)",
                .make = [](const Params&) { return std::make_unique<Composite>(); }});
}

}  // namespace evenkeel::partition
