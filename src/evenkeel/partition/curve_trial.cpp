// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Loads on a lattice, and cuts of them.
#include "evenkeel/partition/curve_trial.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "evenkeel/partition/faces.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::size_t kTrialBlocks = std::size_t{1} << 18;
constexpr double kStickiness = 0.05;  ///< of cuts

// What a step of all workers costs beside their updates, seen on two ranks.   [cell updates]
constexpr double kRowCost = 24.0;     ///< of a face across axis 0: it cuts a row of cells
constexpr double kLevelShare = 0.25;  ///< of what workers wait for each other on levels: patches
                                      ///< that need nothing of others go first

std::size_t volume(const Points::Place& blocks) {
  std::size_t volume = 1;
  for (const std::int32_t side : blocks) {
    volume *= static_cast<std::size_t>(side);
  }
  return volume;
}

}  // namespace

CurveTrial::CurveTrial(const workload::UnitList& units, const Points& points,
                       const Workers& workers)
    : workers_(workers.capacity), axes_(points.axes), blocks_(points.blocks()) {
  int halvings = 0;
  const Points::Place fine = blocks_;
  while (volume(blocks_) > kTrialBlocks) {
    ++halvings;
    std::ranges::transform(fine, blocks_.begin(),
                           [=](std::int32_t side) { return ((side - 1) >> halvings) + 1; });
  }
  stride_ = {1, static_cast<std::size_t>(blocks_[0]),
             static_cast<std::size_t>(blocks_[0]) * static_cast<std::size_t>(blocks_[1])};
  side_ = static_cast<double>(units.granularity << halvings);
  load_.assign(volume(blocks_), 0.0);
  level_load_.assign(static_cast<std::size_t>(units.levels), load_);
  add(units, points, halvings);
  Points::Place at{};
  for (std::size_t block = 0; block < load_.size(); ++block) {
    place_.push_back(at);
    for (std::size_t axis = 0; axis < 3 && ++at[axis] == blocks_[axis]; ++axis) {
      at[axis] = 0;
    }
  }
}

void CurveTrial::add(const workload::UnitList& units, const Points& points, int halvings) {
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
}

double CurveTrial::variation(std::size_t axis) const {
  double sum = 0.0;
  for (std::size_t block = 0; block < load_.size(); ++block) {
    if (place_[block][axis] > 0) {
      sum += std::abs(load_[block] - load_[block - stride_[axis]]);
    }
  }
  return sum;
}

double CurveTrial::moved(const CurveChoice& choice, std::size_t axis) const {
  const std::vector<std::uint32_t> visited = order(choice);
  const Chain before = chain(visited, axis, 0);
  const Cuts old = balanced_cuts(before, workers_);
  double sum = 0.0;
  for (const std::int32_t step : {-1, 1}) {
    const Chain after = chain(visited, axis, step);
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

double CurveTrial::time(const CurveChoice& choice) const {
  const std::vector<std::uint32_t> visited = order(choice);
  const Cuts cuts = balanced_cuts(chain(visited, 0, 0), workers_);
  const Owners owner = by_unit(owners_of(workers_, cuts), visited);
  const double whole = slowest(load_, owner);
  const double waits = std::max(0.0, level_time(owner) - whole);
  return workers_.total_capacity() * (whole + kLevelShare * waits) + face_cost(owner);
}

/// Time of the slowest worker.
double CurveTrial::slowest(const std::vector<double>& load, const Owners& owner) const {
  std::vector<double> held(workers_.size(), 0.0);
  for (std::size_t block = 0; block < load.size(); ++block) {
    held[static_cast<std::size_t>(owner[block])] += load[block];
  }
  return slowest_time(held, workers_.capacity);
}

/// Sum over levels of the slowest worker's time.
double CurveTrial::level_time(const Owners& owner) const {
  double sum = 0.0;
  for (const std::vector<double>& load : level_load_) {
    sum += slowest(load, owner);
  }
  return sum;
}

/// Faces between owners, times the steps of their level, each with its cost.
double CurveTrial::face_cost(const Owners& owner) const {
  const auto axes = static_cast<double>(axes_);
  double sum = 0.0;
  for (std::size_t block = 0; block < load_.size(); ++block) {
    for (std::size_t axis = 0; axis < axes_; ++axis) {
      if (place_[block][axis] > 0 && owner[block] != owner[block - stride_[axis]]) {
        const double load = std::min(load_[block], load_[block - stride_[axis]]);
        sum += (axis == 0 ? kRowCost : kCostOfFace) * std::pow(load, axes / (axes + 1.0));
      }
    }
  }
  return sum / std::pow(side_, 1.0 / (axes + 1.0));
}

std::vector<std::uint32_t> CurveTrial::order(const CurveChoice& choice) const {
  return order_along(place_, axes_, blocks_, choice);
}

/// Loads in \p order, each that of the block \p step blocks further along \p axis.
Chain CurveTrial::chain(const std::vector<std::uint32_t>& order, std::size_t axis,
                        std::int32_t step) const {
  std::vector<double> loads;
  loads.reserve(order.size());
  for (const std::uint32_t block : order) {
    const std::int32_t from = place_[block][axis] + step;
    const bool is_inside = from >= 0 && from < blocks_[axis];
    const std::ptrdiff_t shift = is_inside ? step * static_cast<std::ptrdiff_t>(stride_[axis]) : 0;
    loads.push_back(load_[static_cast<std::size_t>(block + shift)]);
  }
  return Chain{std::span<const double>(loads)};
}

}  // namespace evenkeel::partition
