// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The lattice of blocks.
#include "evenkeel/partition/faces.hpp"

#include <cmath>

#include "evenkeel/core/error.hpp"

namespace evenkeel::partition {

Faces::Faces(const workload::UnitList& units)
    : units_(&units),
      dimension_(static_cast<std::size_t>(units.dimension)),
      granularity_(units.granularity),
      depth_(units.size()) {
  EVENKEEL_EXPECT(units.size() > 0 && units.size() < kNone);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto low = [axis](const Point& a, const Point& b) { return a[axis] < b[axis]; };
    origin_[axis] = (*std::ranges::min_element(units.lo, low))[axis];
    const std::int32_t end = (*std::ranges::max_element(units.hi, low))[axis];
    side_[axis] = blocks(end - origin_[axis]);
  }
  unit_.assign(static_cast<std::size_t>(side_[0]) * static_cast<std::size_t>(side_[1]) *
                   static_cast<std::size_t>(side_[2]),
               kNone);
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    first_.push_back(first(units.lo[unit]));
    last_.push_back(last(units.hi[unit]));
    for_blocks(first_[unit], last_[unit], [&](const Point& block) {
      unit_[offset(block)] = static_cast<std::uint32_t>(unit);
    });
    depth_[unit] = static_cast<std::uint8_t>(units.depth(unit));
  }
  double faces = 1.0;
  for (int level = 0; level < units.levels; ++level) {
    weight_.push_back(faces + (weight_.empty() ? 0.0 : weight_.back()));
    faces *= std::pow(units.ratio, units.dimension - 1) * units.step_ratio();
  }
}

std::int32_t Faces::blocks(std::int32_t cells) const {
  return (cells + granularity_ - 1) / granularity_;
}

Faces::Point Faces::first(const Point& lo) const {
  Point block{};
  std::ranges::transform(lo, origin_, block.begin(),
                         [&](int cell, int start) { return (cell - start) / granularity_; });
  return block;
}

Faces::Point Faces::last(const Point& hi) const {
  Point block{};
  std::ranges::transform(hi, origin_, block.begin(),
                         [&](int cell, int start) { return blocks(cell - start); });
  return block;
}

}  // namespace evenkeel::partition
