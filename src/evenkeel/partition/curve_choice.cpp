// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which curve suits loads: tried on a lattice of few blocks.
#include "evenkeel/partition/curve_choice.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "evenkeel/partition/curve_trial.hpp"

namespace evenkeel::partition {
namespace {

using geometry::CurveKind;

constexpr double kWorthwhile = 0.5;  ///< of what the usual choice costs
constexpr double kAlike = 0.1;       ///< difference in variation

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
/// where none are clearly faster.
CurveChoice slabs_or(const CurveChoice& curve, const CurveTrial& trial, int axes) {
  constexpr double kAlikeTimes = 1.01;
  CurveChoice best = curve;
  double least = trial.time(curve) / kAlikeTimes;
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
  const CurveTrial trial(units, points, workers);
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
