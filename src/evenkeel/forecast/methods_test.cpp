// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The formulas of the methods, by hand.
#include <algorithm>
#include <initializer_list>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/forecast/adaptive_window.hpp"

namespace evenkeel::forecast {
namespace {

/// What \p method predicts after \p samples.
double after(std::string_view method, const ParamValues& params,
             std::initializer_list<double> samples, std::size_t horizon = 1) {
  Registry<Forecaster> registry;
  register_builtin(registry);
  const auto forecaster = registry.make(method, params);
  for (const double sample : samples) {
    forecaster->observe(sample);
  }
  return *forecaster->predict_mean(horizon);
}

TEST(Methods, LastValueAndRunningMean) {
  EXPECT_EQ(after("last_value", {}, {1, 2, 6}), 6.0);
  EXPECT_EQ(after("running_mean", {}, {1, 2, 6}), 3.0);
}

TEST(Methods, ExponentialSmoothingMovesByTheGain) {
  // 10 -> 10 + .25 (20 - 10) = 12.5 -> 12.5 + .25 (0 - 12.5) = 9.375
  EXPECT_DOUBLE_EQ(after("exponential_smoothing", {{"gain", 0.25}}, {10, 20, 0}), 9.375);
}

TEST(Methods, MedianOfAnEvenCountIsTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(after("sliding_median", {{"window", 5.0}}, {9, 1, 4, 2}), 3.0);
  EXPECT_EQ(after("sliding_median", {{"window", 3.0}}, {9, 1, 100, 2}), 2.0);
}

TEST(Methods, TrimmedMeanDropsTheFloorOfItsShare) {
  // floor(.3 * 5) = 1 at either end of 1 2 3 7 100
  EXPECT_EQ(after("trimmed_mean", {{"window", 5.0}, {"trim", 0.3}}, {100, 3, 1, 7, 2}), 4.0);
  EXPECT_EQ(after("trimmed_mean", {{"window", 2.0}, {"trim", 0.0}}, {100, 3, 1}), 2.0);
}

TEST(Methods, QuantileLiesBetweenOrderStatistics) {
  EXPECT_EQ(after("quantile", {{"fraction", 0.25}}, {40, 10, 30, 20, 50}), 20.0);
  EXPECT_EQ(after("quantile", {{"fraction", 0.5}}, {4, 1, 3, 2}), 2.5);
}

TEST(Methods, TrendRunsOnAlongALine) {
  // Undamped with full gains, two points make the line.
  const ParamValues full = {{"gain", 1.0}, {"trend_gain", 1.0}, {"damping", 1.0}};
  EXPECT_DOUBLE_EQ(after("trend", full, {10, 12, 14}), 16.0);
  EXPECT_DOUBLE_EQ(after("trend", full, {10, 12, 14}, 3), 18.0);  // mean of 16 18 20
}

TEST(Methods, AutoregressionFallsBackToTheMean) {
  // 1 -1 1 -1 has mean 0 and phi = -3 / 3.
  EXPECT_DOUBLE_EQ(after("autoregression", {}, {1, -1, 1, -1}), 1.0);
  EXPECT_DOUBLE_EQ(after("autoregression", {}, {1, -1, 1, -1}, 2), 0.0);
}

struct Median {
  double operator()(const RecentSamples& samples, std::size_t count) const {
    return samples.quantile(count, 0.5);
  }
};

TEST(AdaptiveWindow, ShrinksAfterAStepAndStopsAtItsLimit) {
  AdaptiveWindow<Median> window({.min = 3, .max = 9, .start = 6, .offset = 1});
  for (int sample = 0; sample < 9; ++sample) {
    window.observe(0.0);
  }
  EXPECT_EQ(window.window(), 6U);  // all equally good: no reason to move

  // 0 0 0 0 1 1 | 1: after three ones a window of 5 sees the step, one of 6 only half of it.
  for (int sample = 0; sample < 4; ++sample) {
    window.observe(1.0);
  }
  EXPECT_EQ(window.window(), 5U);
  for (int sample = 0; sample < 40; ++sample) {
    window.observe(sample);  // a steep ramp: the shortest is best
  }
  EXPECT_EQ(window.window(), 3U);
}

TEST(AdaptiveWindow, GrowsInNoiseButNotBeyondItsLimit) {
  AdaptiveWindow<Median> window({.min = 3, .max = 7, .start = 3, .offset = 2});
  SplitMix64 random(4);
  std::size_t widest = 0;
  for (int sample = 0; sample < 200; ++sample) {
    window.observe(normal(random));  // around one level: the more samples the better
    EXPECT_GE(window.window(), 3U);
    EXPECT_LE(window.window(), 7U);
    widest = std::max(widest, window.window());
  }
  EXPECT_EQ(widest, 7U);
}

}  // namespace
}  // namespace evenkeel::forecast
