// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keys of blocks, and what moves when loads move by a block.
#include "evenkeel/partition/curve_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Curve;
using geometry::CurveKind;

constexpr std::size_t kSample = std::size_t{1} << 10;       ///< units looked at
constexpr std::size_t kTrialBlocks = std::size_t{1} << 18;  ///< of the lattice for trials
constexpr double kWorthwhile = 0.5;                         ///< of what the usual choice costs
constexpr double kAlike = 0.1;                              ///< difference in variation
constexpr double kStickiness = 0.05;                        ///< of cuts in trials
constexpr double kFaceCost = 2.0;  ///< of a cell's face between owners [cell updates]

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
    const auto index = [](const Points::Place& place) {
      geometry::Index<D> at;
      std::copy_n(place.begin(), D, at.begin());
      return at;
    };
    const Curve<D> curve(index(blocks), choice.kind, choice.slow_axis);
    return visit([&](const Points::Place& place) { return curve.key(index(place)); },
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

/// \p places in the order \p choice visits them.
std::vector<std::uint32_t> sorted_along(std::span<const Points::Place> places, std::size_t axes,
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

/// Loads on a lattice of few blocks.
class Trial {
 public:
  Trial(const workload::UnitList& units, const Points& points, const Workers& workers)
      : workers_(workers), axes_(points.axes), blocks_(points.blocks()) {
    int halvings = 0;
    const Points::Place fine = blocks_;
    while (volume() > kTrialBlocks) {
      ++halvings;
      std::ranges::transform(fine, blocks_.begin(),
                             [=](std::int32_t side) { return ((side - 1) >> halvings) + 1; });
    }
    stride_ = {1, static_cast<std::size_t>(blocks_[0]),
               static_cast<std::size_t>(blocks_[0]) * static_cast<std::size_t>(blocks_[1])};
    load_.assign(volume(), 0.0);
    level_load_.assign(static_cast<std::size_t>(units.levels), load_);
    side_ = static_cast<double>(units.granularity << halvings);
    for (std::size_t unit = 0; unit < points.place.size(); ++unit) {
      std::size_t block = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        block += static_cast<std::size_t>(points.place[unit][axis] >> halvings) * stride_[axis];
      }
      load_[block] += points.load[unit];
      for (std::size_t level = 0; level < level_load_.size(); ++level) {
        level_load_[level][block] += units.loads(unit)[level];
      }
    }
    Points::Place at{};
    for (std::size_t block = 0; block < load_.size(); ++block) {
      place_.push_back(at);
      for (std::size_t axis = 0; axis < 3 && ++at[axis] == blocks_[axis]; ++axis) {
        at[axis] = 0;
      }
    }
  }

  /// Sum of the differences between neighbours along \p axis.
  double variation(std::size_t axis) const {
    double sum = 0.0;
    for (std::size_t block = 0; block < load_.size(); ++block) {
      if (place_[block][axis] > 0) {
        sum += std::abs(load_[block] - load_[block - stride_[axis]]);
      }
    }
    return sum;
  }

  /// Load that changes its owner when all of it moves by one block along \p axis, up and down.
  double moved(const CurveChoice& choice, std::size_t axis) const {
    const std::vector<std::uint32_t> order = sorted_along(place_, axes_, blocks_, choice);
    const Chain before = chain(order, axis, 0);
    const Cuts old = balanced_cuts(before, workers_);
    double sum = 0.0;
    for (const std::int32_t step : {-1, 1}) {
      const Chain after = chain(order, axis, step);
      const double time = optimal_bottleneck(after, workers_) * (1.0 + kStickiness);
      const Cuts cuts = keep_cuts(after, workers_, time, old);
      for (std::size_t w = 0; w < workers_.size(); ++w) {
        const std::size_t first = std::max(old[w], cuts[w]);
        const std::size_t last = std::max(first, std::min(old[w + 1], cuts[w + 1]));
        sum += after.load(cuts[w], cuts[w + 1]) - after.load(first, last);
      }
    }
    return sum;
  }

  /// What a step is expected to take all workers together, when they wait for each other on every
  /// level. [cell updates]
  double time(const CurveChoice& choice) const {
    const std::vector<std::uint32_t> order = sorted_along(place_, axes_, blocks_, choice);
    const Owners owner = by_unit(worker_of(balanced_cuts(chain(order, 0, 0), workers_)), order);
    return workers_.total_capacity() * level_time(owner) + kFaceCost * faces(owner);
  }

  std::size_t blocks() const { return load_.size(); }

 private:
  std::size_t volume() const {
    std::size_t blocks = 1;
    for (const std::int32_t side : blocks_) {
      blocks *= static_cast<std::size_t>(side);
    }
    return blocks;
  }

  /// Number of the worker of every place.
  static Owners worker_of(const Cuts& cuts) {
    Owners worker(cuts.back());
    for (std::size_t w = 0; w + 1 < cuts.size(); ++w) {
      std::fill(worker.begin() + static_cast<std::ptrdiff_t>(cuts[w]),
                worker.begin() + static_cast<std::ptrdiff_t>(cuts[w + 1]), static_cast<int>(w));
    }
    return worker;
  }

  /// Sum over levels of the slowest worker's time.
  double level_time(const Owners& owner) const {
    double sum = 0.0;
    for (const std::vector<double>& load : level_load_) {
      std::vector<double> held(workers_.size(), 0.0);
      for (std::size_t block = 0; block < load.size(); ++block) {
        held[static_cast<std::size_t>(owner[block])] += load[block];
      }
      sum += slowest_time(held, workers_.capacity);
    }
    return sum;
  }

  /// Faces between owners, times the steps of their level. A block of side s with L updates of the
  /// cells of all its levels has about L^(D / (D + 1)) / s^(1 / (D + 1)) of those on a side:
  /// exactly so many where it is refined as a whole.
  double faces(const Owners& owner) const {
    const auto axes = static_cast<double>(axes_);
    double sum = 0.0;
    for (std::size_t block = 0; block < load_.size(); ++block) {
      for (std::size_t axis = 0; axis < axes_; ++axis) {
        if (place_[block][axis] > 0 && owner[block] != owner[block - stride_[axis]]) {
          sum +=
              std::pow(std::min(load_[block], load_[block - stride_[axis]]), axes / (axes + 1.0));
        }
      }
    }
    return sum / std::pow(side_, 1.0 / (axes + 1.0));
  }

  /// Loads in \p order, each that of the block \p step blocks further along \p axis.
  Chain chain(const std::vector<std::uint32_t>& order, std::size_t axis, std::int32_t step) const {
    std::vector<double> loads;
    loads.reserve(order.size());
    for (const std::uint32_t block : order) {
      const std::int32_t from = place_[block][axis] + step;
      const bool is_inside = from >= 0 && from < blocks_[axis];
      const std::ptrdiff_t shift =
          is_inside ? step * static_cast<std::ptrdiff_t>(stride_[axis]) : 0;
      loads.push_back(load_[static_cast<std::size_t>(block + shift)]);
    }
    return Chain{std::span<const double>(loads)};
  }

  const Workers& workers_;
  std::size_t axes_;
  Points::Place blocks_;
  std::array<std::size_t, 3> stride_{};
  double side_ = 1.0;                            ///< of a block [base cells]
  std::vector<double> load_;                     ///< [blocks] axis 0 fastest
  std::vector<std::vector<double>> level_load_;  ///< [levels][blocks]
  std::vector<Points::Place> place_;             ///< [blocks]
};

/// Axes a curve may be slow along: those not much shorter than the longest, which comes first.
std::vector<int> slow_axes(const Points& points) {
  const Points::Place blocks = points.blocks();
  const auto longest = std::ranges::max_element(blocks);
  std::vector<int> axes = {static_cast<int>(longest - blocks.begin())};
  for (int axis = 0; axis < static_cast<int>(points.axes); ++axis) {
    if (axis != axes.front() && 2 * blocks[static_cast<std::size_t>(axis)] > *longest) {
      axes.push_back(axis);
    }
  }
  return axes;
}

/// The last of \p axes as good as the first, as long and with loads that vary alike: cuts across it
/// leave rows of cells long, and what is sent lies together.
int last_alike(const Points& points, std::span<const int> axes, std::span<const double> variation) {
  const Points::Place blocks = points.blocks();
  const auto first = static_cast<std::size_t>(axes.front());
  const auto is_alike = [&](int axis) {
    const auto at = static_cast<std::size_t>(axis);
    return blocks[at] == blocks[first] &&
           std::abs(variation[at] - variation[first]) <= kAlike * variation[first];
  };
  return *std::ranges::find_if(axes.rbegin(), axes.rend(), is_alike);
}

/// Slabs across the axis with which a step is fastest, the last of those that are alike; \p curve
/// where it is not slower.
CurveChoice slabs_or(const CurveChoice& curve, const Trial& trial, int axes) {
  constexpr double kAlikeTimes = 1.01;
  CurveChoice best = curve;
  double least = trial.time(curve);
  for (int axis = 0; axis < axes; ++axis) {
    const CurveChoice slabs{CurveKind::hilbert, axis, true};
    const double time = trial.time(slabs);
    if (time < (best.is_straight ? kAlikeTimes : 1.0) * least) {
      best = slabs;
      least = std::min(least, time);
    }
  }
  return best;
}

}  // namespace

std::vector<std::uint32_t> order_along(const Points& points, const CurveChoice& choice) {
  return sorted_along(points.place, points.axes, points.blocks(), choice);
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

std::vector<CurveChoice> curve_choices(const Points& points, const Workers& workers) {
  std::vector<CurveChoice> choices;
  for (int axis = 0; axis < static_cast<int>(points.axes) && workers.size() <= kMostSlabs; ++axis) {
    choices.push_back({CurveKind::hilbert, axis, true});
  }
  for (const CurveKind kind : {CurveKind::hilbert, CurveKind::morton}) {
    for (const int axis : slow_axes(points)) {
      choices.push_back({kind, axis});
    }
  }
  return choices;
}

CurveChoice choose_curve(const workload::UnitList& units, const Points& points,
                         const Workers& workers) {
  const Trial trial(units, points, workers);
  std::vector<double> variation;
  for (std::size_t axis = 0; axis < points.axes; ++axis) {
    variation.push_back(trial.variation(axis));
  }
  const auto most = std::ranges::max_element(variation);
  const auto variation_along = [&](int axis) { return variation[static_cast<std::size_t>(axis)]; };
  const std::vector<int> axes = slow_axes(points);
  const int calm = *std::ranges::min_element(axes, {}, variation_along);
  CurveChoice choice;
  choice.slow_axis =
      variation_along(calm) < kWorthwhile * *most ? calm : last_alike(points, axes, variation);
  if (points.axes > 1 && workers.size() > 1 && workers.size() <= kMostSlabs) {
    const CurveChoice slabs = slabs_or(choice, trial, static_cast<int>(points.axes));
    if (slabs.is_straight) {
      return slabs;
    }
  }
  // With few blocks for each, cuts follow the loads whatever the curve.
  if (trial.blocks() >= 16 * workers.size()) {
    const CurveChoice morton{CurveKind::morton, choice.slow_axis};
    const auto motion = static_cast<std::size_t>(most - variation.begin());
    if (trial.moved(morton, motion) < kWorthwhile * trial.moved(choice, motion)) {
      return morton;
    }
  }
  return choice;
}

}  // namespace evenkeel::partition
