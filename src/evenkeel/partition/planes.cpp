// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums over planes.
#include "evenkeel/partition/planes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace evenkeel::partition {

Points::Points(const workload::UnitList& units)
    : axes(static_cast<std::size_t>(units.dimension)), place(units.size()), load(units.size()) {
  Place least{};
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    for (std::size_t axis = 0; axis < least.size(); ++axis) {
      place[unit][axis] =
          units.lo[unit][axis] + (units.hi[unit][axis] - 1 - units.lo[unit][axis]) / 2;
      least[axis] = unit == 0 ? units.lo[0][axis] : std::min(least[axis], units.lo[unit][axis]);
    }
    load[unit] = units.total(unit);
  }
  // Quotients of 32-bit numbers, half a cell off whole ones, are rounded to the same side: exact.
  const double blocks_per_cell = 1.0 / units.granularity;
  for (Place& at : place) {
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      at[axis] = static_cast<std::int32_t>((at[axis] - least[axis] + 0.5) * blocks_per_cell);
    }
  }
  if (std::ranges::all_of(load, [](double weight) { return weight == 0.0; })) {
    std::ranges::fill(load, 1.0);
  }
}

Points::Place Points::blocks() const {
  Place most{};
  for (const Place& at : place) {
    std::ranges::transform(most, at, most.begin(), std::ranges::max);
  }
  return {most[0] + 1, most[1] + 1, most[2] + 1};
}

Extent extent_of(const Points& points, Part part) {
  Extent extent;
  if (part.empty()) {
    return extent;
  }
  Points::Place least = points.place[part.front()];
  Points::Place most = least;
  for (const std::uint32_t unit : part) {
    const Points::Place& at = points.place[unit];
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      least[axis] = std::min(least[axis], at[axis]);
      most[axis] = std::max(most[axis], at[axis]);
    }
  }
  for (std::size_t axis = 0; axis < points.axes; ++axis) {
    extent.lo[axis] = least[axis];
    extent.hi[axis] = most[axis] + 1;
  }
  return extent;
}

std::size_t longest_axis(const Extent& extent, std::size_t axes) {
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < axes; ++axis) {
    longest = extent.side(axis) > extent.side(longest) ? axis : longest;
  }
  return longest;
}

std::vector<double> profile(const Points& points, Part part, const Extent& extent, std::size_t axis,
                            std::span<const double> weight) {
  std::vector<double> planes(static_cast<std::size_t>(extent.side(axis)), 0.0);
  for (const std::uint32_t unit : part) {
    planes[static_cast<std::size_t>(points.place[unit][axis] - extent.lo[axis])] += weight[unit];
  }
  return planes;
}

std::size_t nearest_plane(std::span<const double> profile, double target) {
  std::size_t best = 1;
  double before = profile[0];
  double least = std::abs(before - target);
  for (std::size_t plane = 2; plane < profile.size(); ++plane) {
    before += profile[plane - 1];
    if (const double distance = std::abs(before - target); distance < least) {
      least = distance;
      best = plane;
    }
  }
  return best;
}

std::size_t divide(const Points& points, Part part, std::size_t axis, std::int32_t block) {
  const auto upper = std::ranges::stable_partition(
      part, [&](std::uint32_t unit) { return points.place[unit][axis] < block; });
  return static_cast<std::size_t>(upper.begin() - part.begin());
}

}  // namespace evenkeel::partition
