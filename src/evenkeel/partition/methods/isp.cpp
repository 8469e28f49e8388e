// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// ISP, inverse space-filling curve partitioning: equal blocks, in curve order, cut at the shares.
#include <array>

#include "evenkeel/partition/curve_blocks.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {ParamSpec{
    .name = "halvings",
    .unit = "1",
    .fallback = 0,
    .min = 0,
    .max = 10,
    .help = "side of a block as a power of two [units]; with 0 every unit is one, as in gpa",
    .is_whole = true}};

class InverseCurve final : public Partitioner {
 public:
  explicit InverseCurve(int halvings) : halvings_(halvings) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Blocks blocks = equal_blocks(problem.units, halvings_ * problem.units.dimension);
    return cut_blocks(Chain(problem.units), blocks, Workers(problem.capacity), cut_at_shares);
  }

 private:
  int halvings_;
};

}  // namespace

void register_isp(Registry<Partitioner>& registry) {
  registry.add({.name = "isp",
                .summary = "blocks of one size along the curve, cut at the capacity shares",
                .source = "Pilkington & Baden 1996",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<InverseCurve>(static_cast<int>(params["halvings"]));
                }});
}

}  // namespace evenkeel::partition
