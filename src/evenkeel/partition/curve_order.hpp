// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The order of units along a curve, and which curve suits a problem.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/planes.hpp"

namespace evenkeel::partition {

/// A way through the blocks, and the axis it advances along last.
struct CurveChoice {
  geometry::CurveKind kind = geometry::CurveKind::hilbert;
  int slow_axis = 0;
  bool is_straight = false;  ///< row by row, whatever the kind; the lowest other axis is fastest

  bool operator==(const CurveChoice&) const = default;
};

/// Workers that may get slabs: with more, slabs have longer borders than parts of a curve.
inline constexpr std::size_t kMostSlabs = 8;

/// Units in the order \p choice visits them. Shape [units]. Cost: O(units) when blocks fill at
/// least a quarter of the curve's cubes, else a sort.
std::vector<std::uint32_t> order_along(const Points& points, const CurveChoice& choice);

/// The loads of \p units in \p order.
Chain chain_along(const workload::UnitList& units, std::span<const std::uint32_t> order);

/// Owners by unit, from those by place in \p order. Shapes [units].
Owners by_unit(const Owners& by_place, std::span<const std::uint32_t> order);

/// Whether ranks ascend along \p choice, so that \p previous is cuts of that curve. Looks at no
/// more than 2^10 units; those of no owner do not count.
bool ascends_along(const Points& points, const CurveChoice& choice, std::span<const int> previous);

/// The curve whose cuts are expected to move least from one repartition to the next.
///
/// Where what is refined moves, it moves across its borders: along the axis on which loads vary
/// most. The slow axis is the one on which they vary least, if that is less than half as much;
/// else the longest, the last of several that are alike. The kind is Morton where a move by one
/// block, tried on a lattice of at most 2^18 blocks, would change the owner of less than half the
/// load that it would with Hilbert, whose parts have shorter borders. Up to eight workers get
/// slabs, row by row, where a step is expected to be faster with them: cut across a refined layer,
/// slabs keep every level in balance and leave boxes whole.
///
/// \pre \p points are those of \p units
CurveChoice choose_curve(const workload::UnitList& units, const Points& points,
                         const Workers& workers);

/// All that choose_curve() may choose from.
std::vector<CurveChoice> curve_choices(const Points& points, const Workers& workers);

}  // namespace evenkeel::partition
