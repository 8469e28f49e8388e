// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// pBD-ISP: binary dissection into any number of parts, numbered along the curve.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/planes.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "aspect",
              .unit = "1",
              .fallback = 2.0,
              .min = 1.0,
              .max = 1e9,
              .help = "a part longer than this along another axis is cut there instead"}};

/// An interval of keys that holds a power of two of them: what the curve has left to visit.
struct Interval {
  std::uint64_t first;
  int bits;

  /// The half visited first, or second.
  Interval half(bool second) const {
    const int bits_of_half = std::max(0, bits - 1);
    return {second && bits > 0 ? first + (std::uint64_t{1} << bits_of_half) : first, bits_of_half};
  }
};

/// An axis, and whether the curve comes from its upper end.
struct Direction {
  std::size_t axis;
  bool is_downward;
};

class Dissection {
 public:
  Dissection(const Problem& problem, double aspect)
      : units_(problem.units),
        points_(problem.units),
        workers_(problem.capacity),
        aspect_(aspect),
        before_(problem.units.size() + 1),
        owners_(problem.units.size(), kNoOwner) {
    for (std::size_t unit = 0; unit < owners_.size(); ++unit) {
      for (std::size_t axis = 0; axis < points_.axes; ++axis) {
        before_[unit + 1][axis] = before_[unit][axis] + points_.place[unit][axis];
      }
    }
  }

  Owners owners() {
    std::vector<std::uint32_t> units(owners_.size());
    std::iota(units.begin(), units.end(), 0U);
    if (!units.empty()) {
      const int bits = std::min(63, static_cast<int>(std::bit_width(units_.key.back())));
      cut(units, 0, workers_.size(), {0, bits});
    }
    return owners_;
  }

 private:
  void cut(Part part, std::size_t first, std::size_t last, Interval interval) {
    if (part.empty()) {
      return;
    }
    if (last - first == 1) {
      for (const std::uint32_t unit : part) {
        owners_[unit] = workers_.rank[first];
      }
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    const double fraction = workers_.capacity_of(first, middle) / workers_.capacity_of(first, last);
    const std::size_t visited = divide_along(part, fraction, interval);
    cut(part.first(visited), first, middle, interval.half(false));
    cut(part.subspan(visited), middle, last, interval.half(true));
  }

  /// Puts the units before the plane that comes nearest to \p fraction of the load first. A single
  /// unit or column of them goes to the larger share. \returns how many units come first
  std::size_t divide_along(Part part, double fraction, Interval interval) const {
    const Extent extent = extent_of(points_, part);
    const Direction way = direction(extent, interval);
    if (extent.side(way.axis) < 2) {
      return fraction < 0.5 ? 0 : part.size();
    }
    const std::vector<double> planes = profile(points_, part, extent, way.axis, points_.load);
    const double all = std::accumulate(planes.begin(), planes.end(), 0.0);
    const double below = way.is_downward ? 1.0 - fraction : fraction;
    const auto plane = static_cast<std::int32_t>(nearest_plane(planes, below * all));
    const std::size_t lower = divide(points_, part, way.axis, extent.lo[way.axis] + plane);
    if (!way.is_downward) {
      return lower;
    }
    std::ranges::rotate(part, part.begin() + static_cast<std::ptrdiff_t>(lower));
    return part.size() - lower;
  }

  /// The axis that separates the halves of \p interval; the longest where another is too long for
  /// that, or where the curve has no say.
  Direction direction(const Extent& extent, Interval interval) const {
    const std::array<double, 3> step = step_between_halves(interval);
    const auto size = [&](std::size_t a, std::size_t b) {
      return std::abs(step[a]) < std::abs(step[b]);
    };
    std::array<std::size_t, 3> axes = {0, 1, 2};
    std::size_t axis = *std::ranges::max_element(axes, size);
    const std::size_t longest = longest_axis(extent, points_.axes);
    if (step[axis] == 0.0 || extent.side(longest) > aspect_ * extent.side(axis) ||
        extent.side(axis) < 2) {
      axis = longest;
    }
    return {axis, step[axis] < 0.0};
  }

  /// From the middle of the units in the first half of \p interval to that of those in the second.
  std::array<double, 3> step_between_halves(Interval interval) const {
    std::array<double, 3> step{};
    const std::size_t first = unit_at(interval.first);
    const std::size_t middle = unit_at(interval.half(true).first);
    const std::size_t last = unit_at(interval.first + (std::uint64_t{1} << interval.bits));
    for (std::size_t axis = 0; axis < 3 && first < middle && middle < last; ++axis) {
      step[axis] = mean(middle, last, axis) - mean(first, middle, axis);
    }
    return step;
  }

  std::size_t unit_at(std::uint64_t key) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(units_.key, key) - units_.key.begin());
  }

  double mean(std::size_t first, std::size_t last, std::size_t axis) const {
    return static_cast<double>(before_[last][axis] - before_[first][axis]) /
           static_cast<double>(last - first);
  }

  const workload::UnitList& units_;
  Points points_;
  Workers workers_;
  double aspect_;
  std::vector<std::array<std::int64_t, 3>> before_;  ///< [units + 1] sums of places
  Owners owners_;
};

class DissectionAlongCurve final : public Partitioner {
 public:
  explicit DissectionAlongCurve(double aspect) : aspect_(aspect) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    return Dissection(problem, aspect_).owners();
  }

 private:
  double aspect_;
};

}  // namespace

void register_pbd_isp(Registry<Partitioner>& registry) {
  registry.add({.name = "pbd_isp",
                .summary = "binary dissection by planes, across the way the curve goes",
                .source = "Steensland, Chandra, Parashar 2002; definition of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<DissectionAlongCurve>(params["aspect"]);
                }});
}

}  // namespace evenkeel::partition
