// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Slabs of slabs.
#include "evenkeel/partition/slabs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/planes.hpp"

namespace evenkeel::partition {
namespace {

/// Into how many groups to divide \p processors when \p axes axes are left: the number nearest to
/// the root, a divisor if there is one not more than twice as far off.
std::size_t groups_of(std::size_t processors, std::size_t axes) {
  const double root = std::pow(static_cast<double>(processors), 1.0 / static_cast<double>(axes));
  std::size_t best = 1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t groups = 1; groups <= processors; ++groups) {
    const double uneven = processors % groups == 0 ? 1.0 : 2.0;
    const double ratio = static_cast<double>(groups) / root;
    const double off = std::max(ratio, 1.0 / ratio) * uneven;
    if (off < least * (1.0 - 1e-12)) {
      least = off;
      best = groups;
    }
  }
  return best;
}

class Slabs {
 public:
  Slabs(const Problem& problem, std::size_t axes)
      : points_(problem.units),
        cells_(problem.units.size(), 1.0),
        workers_(problem.capacity),
        axes_(std::min(axes, points_.axes)),
        owners_(problem.units.size(), kNoOwner) {
    for (std::size_t unit = 0; unit < cells_.size(); ++unit) {
      for (std::size_t axis = 0; axis < points_.axes; ++axis) {
        cells_[unit] *= problem.units.hi[unit][axis] - problem.units.lo[unit][axis];
      }
    }
  }

  Owners owners() {
    std::vector<std::uint32_t> units(owners_.size());
    std::iota(units.begin(), units.end(), 0U);
    cut(units, 0, workers_.size(), 0);
    return owners_;
  }

 private:
  /// Divides \p part among the workers first <= w < last along \p axis and those after it.
  void cut(Part part, std::size_t first, std::size_t last, std::size_t axis) {
    if (part.empty()) {
      return;
    }
    if (axis == axes_ || last - first == 1) {
      for (const std::uint32_t unit : part) {
        owners_[unit] = workers_.rank[first];
      }
      return;
    }
    const std::size_t groups = groups_of(last - first, axes_ - axis);
    const auto start = [&](std::size_t group) { return first + (last - first) * group / groups; };
    std::vector<double> capacity;
    for (std::size_t group = 0; group < groups; ++group) {
      capacity.push_back(workers_.capacity_of(start(group), start(group + 1)));
    }
    const Extent extent = extent_of(points_, part);
    const std::vector<double> planes = profile(points_, part, extent, axis, cells_);
    const Cuts cuts = cut_at_shares(Chain{std::span<const double>(planes)}, Workers(capacity));
    const auto plane_of = [&](std::uint32_t unit) {
      return static_cast<std::size_t>(points_.place[unit][axis] - extent.lo[axis]);
    };
    std::ranges::stable_sort(part, {}, plane_of);
    for (std::size_t group = 0; group < groups; ++group) {
      const auto end = std::ranges::lower_bound(part, cuts[group + 1], {}, plane_of);
      const auto below = static_cast<std::size_t>(end - part.begin());
      cut(part.first(below), start(group), start(group + 1), axis + 1);
      part = part.subspan(below);
    }
  }

  Points points_;
  std::vector<double> cells_;  ///< [units] base cells
  Workers workers_;
  std::size_t axes_;
  Owners owners_;
};

}  // namespace

Owners cut_into_slabs(const Problem& problem, int axes) {
  check(problem);
  return Slabs(problem, static_cast<std::size_t>(axes)).owners();
}

}  // namespace evenkeel::partition
