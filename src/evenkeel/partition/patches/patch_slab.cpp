// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every patch in slabs, one for each processor.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "evenkeel/partition/box_dealing.hpp"
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;

constexpr std::array kParams = {
    ParamSpec{.name = "least_side",
              .unit = "cells",
              .fallback = 4,
              .min = 1,
              .max = 1e6,
              .help = "patches whose slabs would be thinner go whole to the least loaded processor",
              .is_whole = true}};

class Slabs final : public PatchPartitioner {
 public:
  explicit Slabs(std::int32_t least_side) : least_side_(least_side) {}

  OwnedPatches assign(const PatchProblem& problem) const override {
    check(problem);
    const Workers workers(problem.capacity);
    std::vector<double> held(workers.size(), 0.0);
    OwnedPatches patches(problem.levels.size());
    for (std::size_t level = problem.levels.size(); level-- > 0;) {
      for (const Box<3>& box : problem.levels[level]) {
        const double load = problem.cell_load[level];
        for (const OwnedPatch& piece : cut_or_give(box, load, workers, held, problem.align)) {
          const auto k = static_cast<std::size_t>(piece.owner);
          held[k] += load * static_cast<double>(piece.box.volume());
          patches[level].push_back({piece.box, workers.rank[k]});
        }
      }
    }
    return patches;
  }

 private:
  /// Slabs of \p box along its longest axis in proportion to the capacities, as near as planes at
  /// multiples of \p align allow; owners are workers.
  std::vector<OwnedPatch> cut_or_give(const Box<3>& box, double cell_load, const Workers& workers,
                                      const std::vector<double>& held, std::int32_t align) const {
    const std::size_t axis = axes_by_length(box).front();
    const double offered = workers.total_capacity();
    std::vector<OwnedPatch> slabs;
    double share = 0.0;
    std::int32_t from = box.lo[axis];
    for (std::size_t k = 0; k < workers.size(); ++k) {
      share += workers.capacity[k] / offered;
      const double wish = box.lo[axis] + share * box.side(axis);
      const auto plane = static_cast<std::int32_t>(std::lround(wish / align)) * align;
      const std::int32_t to = k + 1 < workers.size() ? plane : box.hi[axis];
      if (to - from < least_side_ || to > box.hi[axis]) {
        const double load = cell_load * static_cast<double>(box.volume());
        return {{box, least_loaded(load, workers, held)}};
      }
      Box<3> slab = box;
      slab.lo[axis] = from;
      slab.hi[axis] = to;
      slabs.push_back({slab, static_cast<int>(k)});
      from = to;
    }
    return slabs;
  }

  /// Who will have finished \p load more first, everything before it included.
  static int least_loaded(double load, const Workers& workers, const std::vector<double>& held) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < workers.size(); ++k) {
      const auto time = [&](std::size_t of) { return (held[of] + load) / workers.capacity[of]; };
      best = time(k) < time(best) ? k : best;
    }
    return static_cast<int>(best);
  }

  std::int32_t least_side_;
};

}  // namespace

void register_patch_slab(Registry<PatchPartitioner>& registry) {
  registry.add({.name = "patch_slab",
                .summary = "every patch cut in slabs across its longest axis, one a processor",
                .source = "Li 2005, section 2.6 and figure 2.8",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Slabs>(static_cast<std::int32_t>(params["least_side"]));
                }});
}

}  // namespace evenkeel::partition
