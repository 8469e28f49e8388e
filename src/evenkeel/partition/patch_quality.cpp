// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums over patches.
#include "evenkeel/partition/patch_quality.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/partition/bounds.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

void measure_moves(const PatchProblem& problem, const OwnedPatches& patches,
                   PatchQuality& quality) {
  double all = 0.0;
  for (std::size_t level = 0; level < problem.previous.size(); ++level) {
    geometry::BoxList<3> old;
    for (const OwnedPatch& patch : problem.previous[level]) {
      old.push_back(patch.box);
    }
    const geometry::BoxSearch<3> search(old);
    for (const OwnedPatch& patch : patches[level]) {
      search.for_each(patch.box, [&](std::int32_t hit) {
        const OwnedPatch& before = problem.previous[level][static_cast<std::size_t>(hit)];
        const auto cells = static_cast<double>(before.box.intersect(patch.box).volume());
        all += cells;
        quality.moved += before.owner != patch.owner ? cells : 0.0;
      });
    }
  }
  quality.moved_fraction = all > 0.0 ? quality.moved / all : 0.0;
}

}  // namespace

PatchQuality measure(const PatchProblem& problem, const OwnedPatches& patches) {
  const std::span<const double> capacity = problem.capacity;
  PatchQuality quality;
  std::vector<double> held(capacity.size(), 0.0);
  std::vector<char> has_any(capacity.size());
  std::vector<double> pieces;
  double in_turn = 0.0;
  double bound_in_turn = 0.0;
  for (std::size_t level = 0; level < patches.size(); ++level) {
    std::vector<double> on_level(capacity.size(), 0.0);
    std::vector<double> of_level;
    for (const OwnedPatch& patch : patches[level]) {
      const auto owner = static_cast<std::size_t>(patch.owner);
      of_level.push_back(problem.cell_load[level] * static_cast<double>(patch.box.volume()));
      on_level[owner] += of_level.back();
      has_any[owner] = true;
    }
    std::transform(held.begin(), held.end(), on_level.begin(), held.begin(), std::plus());
    in_turn += slowest_time(on_level, capacity);
    bound_in_turn += least_time(of_level, capacity);
    pieces.insert(pieces.end(), of_level.begin(), of_level.end());
  }
  quality.patches = static_cast<std::int64_t>(pieces.size());
  quality.seed_imbalance = seed_imbalance(held, capacity);
  const double ideal =
      std::reduce(pieces.begin(), pieces.end()) / std::reduce(capacity.begin(), capacity.end());
  if (ideal > 0.0) {
    quality.bottleneck = slowest_time(held, capacity) / ideal - 1.0;
    quality.lower_bound = std::max(0.0, least_time(pieces, capacity) / ideal - 1.0);
    quality.per_level_time = in_turn / ideal;
    quality.level_bound = bound_in_turn / ideal;
  }
  for (std::size_t k = 0; k < capacity.size(); ++k) {
    quality.empty_parts += capacity[k] > 0.0 && !has_any[k] ? 1 : 0;
  }
  measure_moves(problem, patches, quality);
  return quality;
}

}  // namespace evenkeel::partition
