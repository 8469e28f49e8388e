// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// GPA, the greedy partitioning algorithm: cut the curve once, at the shares.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/curve_blocks.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array<std::string_view, 2> kSplits = {"at_cuts", "never"};

constexpr std::array kParams = {
    ParamSpec{.name = "together",
              .unit = "units",
              .fallback = 1,
              .min = 1,
              .max = 65536,
              .help = "side of the cubes of units that are dealt out as one; a power of two counts",
              .is_whole = true},
    ParamSpec{.name = "split",
              .unit = "",
              .help = "cubes that a cut falls into: halved down to single units there, or never",
              .choices = kSplits}};

class Greedy final : public Partitioner {
 public:
  Greedy(int side, bool splits)
      : halvings_(static_cast<int>(std::bit_width(static_cast<std::uint32_t>(side))) - 1),
        splits_(splits) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Workers workers(problem.capacity);
    const Chain units(problem.units);
    if (halvings_ == 0) {
      return owners_of(workers, cut_at_shares(units, workers));
    }
    const std::vector<double> targets = targets_of(units, workers);
    const Blocks blocks = split_blocks(
        problem.units, halvings_ * problem.units.dimension,
        [&](std::size_t first, std::size_t last) {
          const auto cut = std::upper_bound(targets.begin(), targets.end(), units.before(first));
          return !splits_ || cut == targets.end() || *cut >= units.before(last);
        });
    return cut_blocks(units, blocks, workers, cut_at_shares);
  }

 private:
  /// Load before each cut, where loads could be divided at will.
  static std::vector<double> targets_of(const Chain& units, const Workers& workers) {
    const double offered = workers.total_capacity();
    std::vector<double> targets;
    double before = 0.0;
    for (std::size_t w = 0; w + 1 < workers.size(); ++w) {
      before += workers.capacity[w] / offered * units.total();
      targets.push_back(before);
    }
    return targets;
  }

  int halvings_;  ///< of a cube along each axis
  bool splits_;
};

}  // namespace

void register_gpa(Registry<Partitioner>& registry) {
  registry.add({.name = "gpa",
                .summary = "greedy cut of the curve at the capacity shares",
                .source = "Li 2005, section 4.2",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Greedy>(static_cast<int>(params["together"]),
                                                  params.choice("split") == "at_cuts");
                }});
}

}  // namespace evenkeel::partition
