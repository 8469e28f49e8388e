// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The order of units along a curve.
#pragma once

#include <cstddef>
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

/// Units in the order \p choice visits them. Shape [units]. Cost: O(units) when blocks fill at
/// least a quarter of the curve's cubes, else a sort.
std::vector<std::uint32_t> order_along(const Points& points, const CurveChoice& choice);

/// The same of \p places on a lattice of \p blocks. Shape [places].
std::vector<std::uint32_t> order_along(std::span<const Points::Place> places, std::size_t axes,
                                       const Points::Place& blocks, const CurveChoice& choice);

/// The loads of \p units in \p order.
Chain chain_along(const workload::UnitList& units, std::span<const std::uint32_t> order);

/// Owners by unit, from those by place in \p order. Shapes [units].
Owners by_unit(const Owners& by_place, std::span<const std::uint32_t> order);

/// Whether ranks ascend along \p choice, so that \p previous is cuts of that curve. Looks at no
/// more than 2^10 units; those of no owner do not count.
bool ascends_along(const Points& points, const CurveChoice& choice, std::span<const int> previous);

}  // namespace evenkeel::partition
