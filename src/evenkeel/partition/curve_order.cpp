// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keys of blocks.
#include "evenkeel/partition/curve_order.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/dimensions.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Curve;

constexpr std::size_t kSample = std::size_t{1} << 10;  ///< units looked at

/// Rows of blocks one after the other, planes across the slow axis one after the other.
class Rows {
 public:
  Rows(std::size_t axes, const Points::Place& blocks, int slow_axis) {
    const auto slow = static_cast<std::size_t>(
        slow_axis >= 0 ? slow_axis : std::ranges::max_element(blocks) - blocks.begin());
    for (std::size_t axis = 0; axis < axes; ++axis) {
      if (axis != slow) {
        add(axis, blocks);
      }
    }
    add(slow, blocks);
  }

  std::uint64_t places() const { return places_; }
  std::uint64_t key(const Points::Place& place) const {
    std::uint64_t key = 0;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
      key += stride_[axis] * static_cast<std::uint64_t>(place[axis]);
    }
    return key;
  }

 private:
  void add(std::size_t axis, const Points::Place& blocks) {
    stride_[axis] = places_;
    places_ *= static_cast<std::uint64_t>(blocks[axis]);
  }

  std::array<std::uint64_t, 3> stride_{};
  std::uint64_t places_ = 1;
};

/// Calls visit(key) with a function from a place to its key on \p choice.
template <class Visit>
auto with_keys(std::size_t axes, const Points::Place& blocks, const CurveChoice& choice,
               Visit visit) {
  if (choice.is_straight) {
    const Rows rows(axes, blocks, choice.slow_axis);
    return visit([&](const Points::Place& place) { return rows.key(place); }, rows.places());
  }
  const auto with = [&]<int D>(std::integral_constant<int, D>) {
    const Curve<D> curve(geometry::narrow<D>(blocks), choice.kind, choice.slow_axis);
    return visit([&](const Points::Place& place) { return curve.key(geometry::narrow<D>(place)); },
                 curve.places());
  };
  switch (axes) {
    case 1:
      return with(std::integral_constant<int, 1>());
    case 2:
      return with(std::integral_constant<int, 2>());
    default:
      return with(std::integral_constant<int, 3>());
  }
}

}  // namespace

std::vector<std::uint32_t> order_along(std::span<const Points::Place> places, std::size_t axes,
                                       const Points::Place& blocks, const CurveChoice& choice) {
  return with_keys(axes, blocks, choice, [&](const auto& key, std::uint64_t length) {
    std::vector<std::uint32_t> order;
    order.reserve(places.size());
    if (length / 4 <= places.size()) {
      constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();
      std::vector<std::uint32_t> at(length, kEmpty);
      for (std::uint32_t unit = 0; unit < places.size(); ++unit) {
        at[key(places[unit])] = unit;
      }
      std::ranges::copy_if(at, std::back_inserter(order),
                           [](std::uint32_t unit) { return unit != kEmpty; });
    } else {
      std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
      for (std::uint32_t unit = 0; unit < places.size(); ++unit) {
        keys.emplace_back(key(places[unit]), unit);
      }
      std::ranges::sort(keys);
      std::ranges::transform(keys, std::back_inserter(order),
                             [](auto pair) { return pair.second; });
    }
    EVENKEEL_EXPECT(order.size() == places.size());
    return order;
  });
}

std::vector<std::uint32_t> order_along(const Points& points, const CurveChoice& choice) {
  return order_along(points.place, points.axes, points.blocks(), choice);
}

Chain chain_along(const workload::UnitList& units, std::span<const std::uint32_t> order) {
  std::vector<double> load(order.size());
  std::ranges::transform(order, load.begin(), [&](auto unit) { return units.total(unit); });
  return Chain{std::span<const double>(load)};
}

Owners by_unit(const Owners& by_place, std::span<const std::uint32_t> order) {
  Owners owners(by_place.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    owners[order[place]] = by_place[place];
  }
  return owners;
}

bool ascends_along(const Points& points, const CurveChoice& choice, std::span<const int> previous) {
  const std::size_t stride = (previous.size() + kSample - 1) / kSample;
  constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();
  struct Stretch {
    std::uint64_t first = kNowhere;
    std::uint64_t last = 0;
  };
  const int owners = previous.empty() ? 0 : 1 + std::ranges::max(previous);
  std::vector<Stretch> stretches(static_cast<std::size_t>(owners));
  with_keys(points.axes, points.blocks(), choice, [&](const auto& key, std::uint64_t) {
    for (std::size_t unit = 0; unit < previous.size(); unit += stride) {
      if (previous[unit] != kNoOwner) {
        Stretch& stretch = stretches[static_cast<std::size_t>(previous[unit])];
        const std::uint64_t at = key(points.place[unit]);
        stretch = {std::min(stretch.first, at), std::max(stretch.last, at)};
      }
    }
  });
  std::erase_if(stretches, [](const Stretch& stretch) { return stretch.first == kNowhere; });
  return std::ranges::adjacent_find(stretches, [](const Stretch& before, const Stretch& after) {
           return before.last > after.first;
         }) == stretches.end();
}

}  // namespace evenkeel::partition
