// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which units share faces, and what it costs when their owners differ.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::partition {

/// What a step of all workers costs beside their updates, for each face of a cell between two of
/// them: seen on two ranks. [cell updates]
inline constexpr double kCostOfFace = 4.0;

/// Finds neighbours on a lattice of granularity blocks over the hull of all units. Periodic
/// boundaries have no faces.
///
/// A face weighs the face cells of every level both sides reach, times the steps of that level.
/// Cost: O(blocks) to build, O(faces) to visit. A view: the units outlive it.
class Faces {
 public:
  explicit Faces(const workload::UnitList& units);

  /// Calls visit(neighbour, weight) for every block of another unit behind the upper faces of
  /// \p unit: over all units that is every face once.
  template <class Visit>
  void for_upper(std::size_t unit, Visit visit) const {
    for (std::size_t axis = 0; axis < dimension_; ++axis) {
      for_side(unit, axis, /*upper=*/true, visit);
    }
  }

  /// Calls visit(neighbour, weight) for every block of another unit behind any face of \p unit.
  template <class Visit>
  void for_all(std::size_t unit, Visit visit) const {
    for (std::size_t axis = 0; axis < dimension_; ++axis) {
      for_side(unit, axis, /*upper=*/false, visit);
      for_side(unit, axis, /*upper=*/true, visit);
    }
  }

  /// Finest level of \p unit.
  int depth(std::size_t unit) const { return depth_[unit]; }

 private:
  using Point = std::array<std::int32_t, 3>;

  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  template <class Visit>
  void for_side(std::size_t unit, std::size_t axis, bool upper, Visit visit) const {
    Point from = first_[unit];
    Point to = last_[unit];
    from[axis] = upper ? to[axis] : from[axis] - 1;
    to[axis] = from[axis] + 1;
    if (from[axis] < 0 || from[axis] >= side_[axis]) {
      return;
    }
    for_blocks(from, to, [&](const Point& block) {
      const std::uint32_t other = unit_[offset(block)];
      if (other == kNone) {
        return;
      }
      double area = 1.0;
      for (std::size_t across = 0; across < dimension_; ++across) {
        area *= across == axis ? 1.0 : width(block[across], across, units_->hi[unit]);
      }
      visit(static_cast<std::size_t>(other), area * weight_[std::min(depth_[unit], depth_[other])]);
    });
  }

  template <class Visit>
  void for_blocks(const Point& from, const Point& to, Visit visit) const {
    for (std::int32_t k = from[2]; k < to[2]; ++k) {
      for (std::int32_t j = from[1]; j < to[1]; ++j) {
        for (std::int32_t i = from[0]; i < to[0]; ++i) {
          visit(Point{i, j, k});
        }
      }
    }
  }

  std::int32_t blocks(std::int32_t cells) const;
  Point first(const Point& lo) const;
  Point last(const Point& hi) const;

  /// Cells of \p block along \p axis; fewer than the granularity at the end of the domain.
  double width(std::int32_t block, std::size_t axis, const Point& hi) const {
    const std::int32_t start = origin_[axis] + block * granularity_;
    return std::min(granularity_, hi[axis] - start);
  }

  std::size_t offset(const Point& block) const {
    const auto at = [&](std::size_t axis) { return static_cast<std::size_t>(block[axis]); };
    const auto side = [&](std::size_t axis) { return static_cast<std::size_t>(side_[axis]); };
    return (at(2) * side(1) + at(1)) * side(0) + at(0);
  }

  const workload::UnitList* units_;
  std::size_t dimension_;
  std::int32_t granularity_;
  Point origin_{};
  Point side_{};
  std::vector<std::uint32_t> unit_;  ///< [blocks] which unit covers it
  std::vector<Point> first_;         ///< [units] first block
  std::vector<Point> last_;          ///< [units] one past the last block
  std::vector<std::uint8_t> depth_;  ///< [units]
  std::vector<double> weight_;       ///< [levels] of a face of one base cell
};

}  // namespace evenkeel::partition
