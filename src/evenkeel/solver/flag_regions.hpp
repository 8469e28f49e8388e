// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where and when refinement is asked for or forbidden, whatever the values are (algorithms 6.3).
#pragma once

#include <limits>
#include <span>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::solver {

/// A part of space and time. Levels count from 0, the base.
template <int D>
struct FlagRegion {
  static constexpr int kAnyLevel = std::numeric_limits<int>::max();

  hierarchy::Point<D> lower{};                             ///< [length]
  hierarchy::Point<D> upper{};                             ///< [length]
  int least_level = 0;                                     ///< cells of coarser levels are refined
  int most_level = kAnyLevel;                              ///< cells of this level are not refined
  double from = -std::numeric_limits<double>::infinity();  ///< [time]
  double until = std::numeric_limits<double>::infinity();  ///< [time] from there on no more
};

/// Cells of one level that regions decide about: first \p barred ones are not flagged, then
/// \p wanted ones are.
template <int D>
struct RegionCells {
  geometry::BoxList<D> barred;
  geometry::BoxList<D> wanted;
};

/// What \p regions say of cells of \p level that they meet, at \p time. Where several give a
/// greatest level the deepest counts (as in AMRClaw). Not collective.
template <int D>
RegionCells<D> region_cells(std::span<const FlagRegion<D>> regions, const hierarchy::Mesh<D>& mesh,
                            int level, double time);

}  // namespace evenkeel::solver
