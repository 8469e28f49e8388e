// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// SP-ISP: many equal blocks along the curve, cut by the sequence partitioner.
#include <algorithm>
#include <array>
#include <cmath>

#include "evenkeel/partition/curve_blocks.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "grain",
              .unit = "1",
              .fallback = 8,
              .min = 1,
              .max = 1024,
              .help = "least number of blocks for a processor, were all as slow as the slowest"}};

class SequenceOfBlocks final : public Partitioner {
 public:
  explicit SequenceOfBlocks(double grain) : grain_(grain) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Workers workers(problem.capacity);
    const auto most = static_cast<double>(problem.units.size());
    const auto wanted = std::lround(std::min(most, grain_ / workers.least_share()));
    const int halvings = halvings_for(problem.units, static_cast<std::size_t>(wanted));
    const Blocks blocks = equal_blocks(problem.units, halvings);
    return cut_blocks(Chain(problem.units), blocks, workers, balanced_cuts);
  }

 private:
  double grain_;
};

}  // namespace

void register_sp_isp(Registry<Partitioner>& registry) {
  registry.add({.name = "sp_isp",
                .summary = "equal blocks along the curve, a few for each processor, cut exactly",
                .source = "Li 2005, section 2.6; blocks and grain of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<SequenceOfBlocks>(params["grain"]);
                }});
}

}  // namespace evenkeel::partition
