// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// RCB, recursive coordinate bisection: the longest side is cut at the capacity shares.
#include <algorithm>
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
    cut(units, 0, workers_.size());
    return owners_;
  }

 private:
  void cut(Part part, std::size_t first, std::size_t last) {
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
    const std::size_t below = divide_at_shares(part, first, middle, last);
    cut(part.first(below), first, middle);
    cut(part.subspan(below), middle, last);
  }

  /// Parts \p part by a plane across its longest side, units of that plane by their place on the
  /// curve.
  /// \returns how many units lie before the share of the workers from \p middle on
  std::size_t divide_at_shares(Part part, std::size_t first, std::size_t middle, std::size_t last) {
    const Extent extent = extent_of(points_, part);
    const std::size_t axis = longest_axis(extent, points_.axes);
    const std::vector<double> planes = profile(points_, part, extent, axis, points_.load);
    const double all = std::accumulate(planes.begin(), planes.end(), 0.0);
    const double target =
        all * (workers_.capacity_of(first, middle) / workers_.capacity_of(first, last));
    std::int32_t plane = extent.lo[axis];
    double before = 0.0;
    for (std::size_t i = 0; i + 1 < planes.size() && before + planes[i] < target; ++i, ++plane) {
      before += planes[i];
    }
    // Units of that plane go below in the order of the curve, which every part keeps.
    std::size_t end = 0;
    for (auto unit = part.begin(); unit != part.end(); ++unit) {
      if (points_.place[*unit][axis] == plane) {
        if (before + points_.load[*unit] / 2 > target) {
          break;
        }
        before += points_.load[*unit];
        end = *unit + 1;
      }
    }
    return divide_below(part, [&](std::uint32_t unit) {
      const std::int32_t at = points_.place[unit][axis];
      return at < plane || (at == plane && unit < end);
    });
  }

  /// As std::stable_partition(), with one buffer for all parts, whose memory is new only once.
  std::size_t divide_below(Part part, const auto& is_below) {
    std::size_t below = 0;
    std::size_t above = 0;
    for (const std::uint32_t unit : part) {
      const bool goes_below = is_below(unit);
      (goes_below ? part[below] : above_[above]) = unit;
      below += goes_below ? 1 : 0;
      above += goes_below ? 0 : 1;
    }
    std::copy_n(above_.begin(), above, part.begin() + static_cast<std::ptrdiff_t>(below));
    return below;
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
