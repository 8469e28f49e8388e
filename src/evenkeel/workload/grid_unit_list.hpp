// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Builds the grid unit list of a hierarchy from its box lists.
#pragma once

#include <cstdint>
#include <span>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::workload {

/// How units are cut and weighed.
struct UnitOptions {
  std::int32_t granularity = 4;  ///< side of a unit [base cells]; the least side when adaptive
  int ratio = 2;                 ///< between successive levels, >= 2
  bool subcycle = true;          ///< a level makes ratio steps in one of the level below
  geometry::CurveKind curve = geometry::CurveKind::hilbert;
  int slow_axis = -1;  ///< of the curve; -1: the longest
  /// Cost of one cell update of each level against the others; shape [levels] or empty (all 1).
  std::span<const double> level_cost = {};
  /// Cost of one cell update in each block of granularity base cells against the others of its
  /// level; shape [blocks][cost_levels], blocks as BlockLattice::offset() counts them, or empty
  /// (all 1). Blocks whose cells react cost more.
  std::span<const double> block_cost = {};
  std::size_t cost_levels = 0;  ///< at least the levels of the hierarchy where block_cost is given
  /// Largest side of a unit as a power of two times granularity. Units above granularity are kept
  /// where the region is wholly refined or not at all and the load is below \p largest_share of the
  /// total. 0: every unit is one block.                                             (Li 2005, 4.1)
  int adaptive_halvings = 0;
  double largest_share = 1.0;
};

/// The unit list of a hierarchy, in curve order.
///
///   load of level l = cells * steps * level_cost[l] * block_cost[block][l]
///   steps           = ratio^l, or 1 without subcycling
///                                                                          (Li 2005, eq. 2.7)
/// Blocks that hold no cell of \p level_boxes[0] are left out. At the upper end of the domain units
/// may be smaller than the granularity.
///
/// Cost: O(units + pieces of boxes inside blocks), not units times boxes.
///
/// \param base_domain  level-0 cells
/// \param level_boxes  shape [levels]; disjoint boxes of each level in its own index space
template <int D>
UnitList build_units(const geometry::Box<D>& base_domain,
                     std::span<const geometry::BoxList<D>> level_boxes, const UnitOptions& options);

/// Counts and weighs the cells of \p units anew: what build_units() would give, without a walk
/// along the curve.
///
/// \pre the units are of build_units() for the same domain, level_boxes[0] and options, costs
/// aside; none was joined (adaptive_halvings is 0)
template <int D>
void recount_units(const geometry::Box<D>& base_domain,
                   std::span<const geometry::BoxList<D>> level_boxes, const UnitOptions& options,
                   UnitList& units);

}  // namespace evenkeel::workload
