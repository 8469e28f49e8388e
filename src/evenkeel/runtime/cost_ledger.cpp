// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums of counts over the boxes of a trace.
#include "evenkeel/runtime/cost_ledger.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <tuple>

#include "evenkeel/geometry/box_search.hpp"

namespace evenkeel::runtime {
namespace {

template <int D>
bool is_before(const solver::TileCost<D>& a, const solver::TileCost<D>& b) {
  return std::tie(a.level, a.box) < std::tie(b.level, b.box);
}

/// Joins counts of the same tile. \pre \p tiles are sorted
template <int D>
void merge_equal(std::vector<solver::TileCost<D>>& tiles) {
  std::size_t last = 0;
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    if (is_before(tiles[last], tiles[i])) {
      tiles[++last] = tiles[i];
    } else {
      tiles[last].updates += tiles[i].updates;
      tiles[last].cost += tiles[i].cost;
    }
  }
  tiles.resize(std::min(tiles.size(), last + 1));
}

/// A number whose sums are exact, however they are grouped.
std::int64_t exact(double count) {
  constexpr double kParts = 1024.0;
  return std::llround(kParts * count);
}

/// Counts of all ranks in the tiles under each of \p regions, both of one level; [regions][2] of
/// updates and cost. Collective.
template <int D>
std::vector<std::int64_t> counts_in(const comm::Communicator& communicator,
                                    const geometry::BoxList<D>& regions,
                                    std::span<const solver::TileCost<D>> tiles) {
  geometry::BoxList<D> blocks;
  for (const geometry::Box<D>& region : regions) {
    blocks.push_back(region.coarsen(solver::kCostTile));
  }
  const geometry::BoxSearch<D> search(blocks);
  std::vector<std::int64_t> counts(2 * blocks.size(), 0);
  for (const solver::TileCost<D>& tile : tiles) {
    search.for_each(tile.box.coarsen(solver::kCostTile), [&](std::int32_t index) {
      counts[2 * static_cast<std::size_t>(index)] += exact(tile.updates);
      counts[2 * static_cast<std::size_t>(index) + 1] += exact(tile.cost);
    });
  }
  communicator.sum_in_place(counts);
  return counts;
}

/// The tiles of \p level among \p tiles, which are sorted.
template <int D>
std::span<const solver::TileCost<D>> of_level(std::span<const solver::TileCost<D>> tiles,
                                              int level) {
  const auto found = std::ranges::equal_range(tiles, level, {}, &solver::TileCost<D>::level);
  return {found.begin(), found.end()};
}

double to_four_digits(double cost) {
  constexpr double kParts = 1e4;
  return std::round(kParts * cost) / kParts;
}

}  // namespace

template <int D>
void CostLedger<D>::collect(hierarchy::Hierarchy<D>& hierarchy) {
  std::vector<solver::TileCost<D>> taken = solver::take_costs(hierarchy);
  std::ranges::copy_if(taken, std::back_inserter(tiles_),
                       [](const solver::TileCost<D>& tile) { return tile.updates > 0.0; });
  std::ranges::stable_sort(tiles_, is_before<D>);
  merge_equal(tiles_);
}

template <int D>
std::vector<std::vector<double>> CostLedger<D>::box_costs(
    const comm::Communicator& communicator, const hierarchy::Mesh<D>& mesh,
    std::span<const geometry::BoxList<D>> level_boxes) const {
  std::vector<std::vector<double>> costs;
  for (const geometry::BoxList<D>& boxes : level_boxes) {
    geometry::BoxList<D> regions = boxes;
    std::vector<double>& mine = costs.emplace_back(boxes.size(), 0.0);
    for (int level = static_cast<int>(costs.size()) - 1;
         level >= 0 && std::ranges::count(mine, 0.0) > 0; --level) {
      const std::vector<std::int64_t> counts =
          counts_in<D>(communicator, regions, of_level<D>(tiles_, level));
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto updates = static_cast<double>(counts[2 * i]);
        if (mine[i] == 0.0 && updates > 0.0) {
          mine[i] = to_four_digits(1.0 + static_cast<double>(counts[2 * i + 1]) / updates);
        }
        regions[i] = regions[i].coarsen(mesh.ratio);
      }
    }
    std::ranges::replace(mine, 0.0, 1.0);
  }
  return costs;
}

template class CostLedger<1>;
template class CostLedger<2>;
template class CostLedger<3>;

}  // namespace evenkeel::runtime
