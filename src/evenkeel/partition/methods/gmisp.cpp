// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// G-MISP: blocks refined where the load is, in curve order, cut at the shares.
#include <array>

#include "evenkeel/partition/curve_blocks.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {ParamSpec{
    .name = "grain",
    .unit = "1",
    .fallback = 4,
    .min = 1,
    .max = 1024,
    .help = "blocks are halved until their load is the slowest processor's share over this"}};

class Multilevel final : public Partitioner {
 public:
  explicit Multilevel(double grain) : grain_(grain) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Workers workers(problem.capacity);
    const Chain units(problem.units);
    const double heaviest = units.total() * workers.least_share() / grain_;
    const Blocks blocks = graded_blocks(problem.units, units, heaviest);
    const Chain chain = chain_of(units, blocks);
    return owners_of(workers, cuts_between_units(cut_at_shares(chain, workers), blocks));
  }

 private:
  double grain_;
};

}  // namespace

void register_gmisp(Registry<Partitioner>& registry) {
  registry.add(
      {.name = "gmisp",
       .summary = "blocks refined where the load is, cut at the capacity shares",
       .source = "Steensland, Chandra, Parashar 2002; definition of this code",
       .params = kParams,
       .make = [](const Params& params) { return std::make_unique<Multilevel>(params["grain"]); }});
}

}  // namespace evenkeel::partition
