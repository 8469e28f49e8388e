// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// RCB, recursive coordinate bisection: the longest side is cut at the capacity shares.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/planes.hpp"

namespace evenkeel::partition {
namespace {

class Bisection {
 public:
  explicit Bisection(const Problem& problem)
      : points_(problem.units),
        workers_(problem.capacity),
        owners_(problem.units.size(), kNoOwner),
        above_(owners_.size()) {}

  Owners owners() {
    std::vector<std::uint32_t> units(owners_.size());
    std::iota(units.begin(), units.end(), 0U);
    Share all = share(0, workers_.size(), extent_of(points_, units));
    all.units = units;
    all.planes = profile(points_, units, all.extent, all.axis, points_.load);
    cut(all);
    return owners_;
  }

 private:
  /// Units of the workers first .. last.
  struct Share {
    std::size_t first;
    std::size_t last;
    Extent extent;               ///< holds the units
    std::size_t axis;            ///< along which it is longest
    std::vector<double> planes;  ///< load on each plane across it
    Part units = {};
  };

  /// A share without units.
  Share share(std::size_t first, std::size_t last, const Extent& extent) const {
    const std::size_t axis = longest_axis(extent, points_.axes);
    const auto planes = static_cast<std::size_t>(extent.side(axis));
    return {first, last, extent, axis, std::vector<double>(planes)};
  }

  void cut(const Share& all) {
    if (all.units.empty()) {
      return;
    }
    if (all.last - all.first > 1) {
      for (const Share& side : divide_at_shares(all)) {
        cut(side);
      }
      return;
    }
    for (const std::uint32_t unit : all.units) {
      owners_[unit] = workers_.rank[all.first];
    }
  }

  /// Parts \p all by a plane across its longest side, units of that plane by their place on the
  /// curve.
  std::array<Share, 2> divide_at_shares(const Share& all) {
    const std::size_t middle = all.first + (all.last - all.first) / 2;
    const double load = std::accumulate(all.planes.begin(), all.planes.end(), 0.0);
    Room room{load * (workers_.capacity_of(all.first, middle) /
                      workers_.capacity_of(all.first, all.last))};
    std::size_t plane = 0;
    for (; plane + 1 < all.planes.size() && room.taken + all.planes[plane] < room.target; ++plane) {
      room.taken += all.planes[plane];
    }
    const bool whole = room.taken + all.planes[plane] <= room.target;  // the plane goes below
    Extent above = all.extent;
    above.lo[all.axis] += static_cast<std::int32_t>(plane + (whole ? 1 : 0));
    Extent below = all.extent;
    below.hi[all.axis] = all.extent.lo[all.axis] + static_cast<std::int32_t>(plane) + 1;
    std::array<Share, 2> sides{share(all.first, middle, below), share(middle, all.last, above)};
    divide(all, room, sides);
    return sides;
  }

  /// The load below a plane, and what it is to be.
  struct Room {
    double target;
    double taken = 0.0;
    bool is_full = false;

    /// Whether a unit is taken; after one that is not, none is.
    bool takes(double load) {
      is_full = is_full || taken + load / 2 > target;
      taken += is_full ? 0.0 : load;
      return !is_full;
    }
  };

  /// Deals the units of \p all out to \p sides, and their loads to the planes of these. Units of
  /// the plane that both have go below in the order of the curve, which every part keeps, while
  /// there is room. One buffer serves all parts, since memory that is new takes long.
  void divide(const Share& all, Room room, std::array<Share, 2>& sides) {
    const std::int32_t first_above = sides[1].extent.lo[all.axis];
    const std::int32_t end_below = sides[0].extent.hi[all.axis];
    const std::array<std::size_t, 2> axis{sides[0].axis, sides[1].axis};
    const std::array<std::int32_t, 2> first{sides[0].extent.lo[axis[0]],
                                            sides[1].extent.lo[axis[1]]};
    const std::array<double*, 2> planes{sides[0].planes.data(), sides[1].planes.data()};
    std::size_t below = 0;
    std::size_t above = 0;
    for (const std::uint32_t unit : all.units) {
      const Points::Place& at = points_.place[unit];
      const double load = points_.load[unit];
      bool is_above = at[all.axis] >= first_above;
      if (is_above && at[all.axis] < end_below) {
        is_above = !room.takes(load);
      }
      const std::size_t side = is_above ? 1 : 0;
      planes[side][at[axis[side]] - first[side]] += load;
      (is_above ? above_[above] : all.units[below]) = unit;
      above += side;
      below += 1 - side;
    }
    sides[0].units = all.units.first(below);
    sides[1].units = all.units.subspan(below);
    std::copy_n(above_.begin(), above, sides[1].units.begin());
  }

  Points points_;
  Workers workers_;
  Owners owners_;
  std::vector<std::uint32_t> above_;
};

class CoordinateBisection final : public Partitioner {
 public:
  Owners assign(const Problem& problem) const override {
    check(problem);
    return Bisection(problem).owners();
  }
};

}  // namespace

void register_rcb(Registry<Partitioner>& registry) {
  registry.add({.name = "rcb",
                .summary = "recursive bisection of the longest side at the capacity shares",
                .source = "Berger & Bokhari 1987; Li 2005, section 2.6.1",
                .make = [](const Params&) { return std::make_unique<CoordinateBisection>(); }});
}

}  // namespace evenkeel::partition
