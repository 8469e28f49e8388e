// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the grids alone tell of the state an application is in.
#pragma once

#include <vector>

#include "evenkeel/geometry/box_list.hpp"

namespace evenkeel::workload {

/// Figures of the boxes of all levels, as clustered: before they are cut for owners.
///
///   CCratio  = sum of volumes / sum of surfaces, all levels
///   Dynamics = cells in boxes both now and before, levels above the base
///   Adapt    = refined part of the domain * patches
///                                             (Chandra and Parashar 2007, eq. 1-3; each level in
///                                              its own cells, in Adapt in base cells)
struct GridState {
  double cc = 0.0;        ///< CCratio: computation for communication [cells per face]
  double dynamics = 0.0;  ///< Dynamics: large where little has changed; 0 at the first look [cells]
  double adapt = 0.0;     ///< Adapt: how much is refined, and how scattered
  double activity = 0.0;  ///< part of the refined cells of before that is no more; 0 at first
  double patches = 0.0;   ///< boxes above the base
  double fill = 1.0;      ///< part of the hull of level 1 that its boxes fill; 1 without any
};

/// Looks at a hierarchy regrid by regrid.
///
/// Not collective: boxes are known to all ranks, and so is what they tell. Cost: O(boxes).
template <int D>
class GridWatch {
 public:
  /// \param ratio  between levels
  explicit GridWatch(int ratio) : ratio_(ratio) {}

  /// \param levels  boxes of every level, the base first; those of a level are disjoint
  GridState look(const std::vector<geometry::BoxList<D>>& levels);

 private:
  int ratio_;
  std::vector<geometry::BoxList<D>> before_;
};

}  // namespace evenkeel::workload
