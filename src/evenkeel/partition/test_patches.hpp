// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The boxes of a refined front, for tests and benchmarks of patch partitioners.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {

/// The levels of front_units() as disjoint boxes of cells, three levels, ratio 2.
template <int D>
std::vector<geometry::BoxList<3>> front_patches(std::int32_t side, double shift = 0.0) {
  const workload::UnitList units = front_units<D>(side, shift, geometry::CurveKind::morton);
  std::vector<geometry::BoxList<3>> levels(static_cast<std::size_t>(units.levels));
  for (int level = 0; level < units.levels; ++level) {
    geometry::BoxList<3>& boxes = levels[static_cast<std::size_t>(level)];
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      geometry::Box<3> box{units.lo[unit], units.hi[unit]};
      for (std::size_t axis = 0; axis < D; ++axis) {
        box.lo[axis] <<= level;
        box.hi[axis] <<= level;
      }
      for (std::size_t axis = D; axis < 3; ++axis) {
        box.lo[axis] = 0;
        box.hi[axis] = 1;
      }
      if (units.depth(unit) >= level) {
        boxes.push_back(box);
      }
    }
    geometry::coalesce(boxes);
  }
  return levels;
}

}  // namespace evenkeel::partition
