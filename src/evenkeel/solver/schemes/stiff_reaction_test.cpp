// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reactions against closed solutions, from slow to as stiff as one likes.
#include "evenkeel/solver/schemes/stiff_reaction.hpp"

#include <gtest/gtest.h>

#include "evenkeel/solver/schemes/lane_duos.hpp"

namespace evenkeel::solver {
namespace {

/// y' = -k (y - 1/2): decays to one half.
auto decay(double k) {
  return [k](double y) { return Rate{-k * (y - 0.5), -k}; };
}

/// y' = k y (1 - y): grows to one from the smallest beginning.
auto logistic(double k) {
  return [k](double y) { return Rate{k * y * (1.0 - y), k * (1.0 - 2.0 * y)}; };
}

TEST(StiffReaction, FollowsSlowDecay) {
  const Reacted done = integrate(decay(3.0), 0.9, 0.7, {0.0, 1.0}, 1e-8);
  EXPECT_NEAR(done.value, 0.5 + 0.4 * std::exp(-2.1), 1e-6);
}

TEST(StiffReaction, IsAtRestAfterManyLivesOfDecay) {
  const Reacted done = integrate(decay(1e9), 0.9, 1.0, {0.0, 1.0}, 1e-6);
  EXPECT_NEAR(done.value, 0.5, 1e-6);
  EXPECT_LT(done.evaluations, 400);
}

TEST(StiffReaction, WaitsForIgnition) {
  const double from = 1e-6;
  for (const double time : {5.0, 13.8155, 20.0}) {
    const double exact = 1.0 / (1.0 + (1.0 / from - 1.0) * std::exp(-time));
    const Reacted done = integrate(logistic(1.0), from, time, {0.0, 1.0}, 1e-9);
    EXPECT_NEAR(done.value, exact, 2e-4) << time;
  }
}

TEST(StiffReaction, StepsAreOfFourthOrder) {
  const auto error = [](int steps) {
    double y = 0.2;
    for (int n = 0; n < steps; ++n) {
      const double step = 2.0 / steps;
      y = rosenbrock_step(logistic(1.0), y, logistic(1.0)(y), step, 1.0).value;
    }
    return std::abs(y - 1.0 / (1.0 + 4.0 * std::exp(-2.0)));
  };
  EXPECT_GT(std::log2(error(10) / error(20)), 3.9);
  EXPECT_GT(std::log2(error(20) / error(40)), 3.9);
}

TEST(StiffReaction, OneStepOfStiffDecayEndsAtRest) {
  const auto law = decay(1e9);
  const double left = rosenbrock_step(law, 0.9, law(0.9), 1.0, 1.0).value - 0.5;
  EXPECT_LT(std::abs(left), 2e-5 * 0.4) << "gamma has five digits";
}

TEST(StiffReaction, IsTheBetterTheLessItTolerates) {
  const double exact = 0.5 + 0.4 * std::exp(-2.1);
  const double coarse = integrate(decay(3.0), 0.9, 0.7, {0.0, 1.0}, 1e-4).value - exact;
  const double fine = integrate(decay(3.0), 0.9, 0.7, {0.0, 1.0}, 1e-8).value - exact;
  EXPECT_LT(std::abs(fine), 1e-3 * std::abs(coarse));
}

TEST(StiffReaction, NeverLeavesItsRange) {
  for (const double k : {1.0, 1e3, 1e6, 1e12}) {
    for (const double from : {0.0, 1e-12, 0.3, 1.0}) {
      const Reacted done = integrate(logistic(k), from, 1.0, {from, 1.0}, 1e-3);
      EXPECT_GE(done.value, from);
      EXPECT_LE(done.value, 1.0);
    }
  }
}

TEST(StiffReaction, CostsOneEvaluationWhereNothingHappens) {
  EXPECT_EQ(integrate(logistic(1.0), 0.0, 1.0, {0.0, 1.0}, 1e-6).evaluations, 1);
  EXPECT_GT(integrate(logistic(1.0), 0.5, 1.0, {0.0, 1.0}, 1e-6).evaluations, 4);
}

TEST(StiffReaction, GrowsFromFarBelowItsTolerance) {
  for (const double k : {1e3, 1e6, 1e12}) {
    const Reacted done = integrate(logistic(k), 1e-12, 1.0, {1e-12, 1.0}, 1e-3);
    EXPECT_NEAR(done.value, 1.0, 1e-9) << k;
    EXPECT_LT(done.evaluations, 1000) << k;
  }
}

TEST(StiffReaction, GivesUpOnRatesThatMakeNoSense) {
  const auto wild = [](double y) { return Rate{1e30 * (y < 0.5 ? 1.0 : -1.0), 1e30}; };
  const auto none = [](double) { return Rate{std::nan(""), 0.0}; };
  const Reacted done = integrate(wild, 0.4, 1.0, {0.0, 1.0}, 1e-6);
  EXPECT_TRUE(std::isnan(done.value) || (done.value >= 0.0 && done.value <= 1.0));
  EXPECT_LT(done.evaluations, 200'000);
  EXPECT_TRUE(std::isnan(integrate(none, 0.4, 1.0, {0.0, 1.0}, 1e-6).value));
}

TEST(StiffReaction, FindsTheRootWhereNewtonWouldRunAway) {
  // dt * slope is above 1 at the start: the step of Newton's method goes uphill.
  const Reacted done = backward_euler(logistic(50.0), 0.02, 1.0, {0.0, 1.0}, 1e-12);
  EXPECT_NEAR(done.value - 0.02 - 50.0 * done.value * (1.0 - done.value), 0.0, 1e-9);
}

TEST(StiffReaction, IsTheSameOfLanesToTheLastBit) {
  for (const double k : {1e-20, 0.3, 1e3, 1e6}) {
    const auto law = [k](auto y) { return Rate{k * y * (1.0 - y), k * (1.0 - 2.0 * y)}; };
    const Lanes from = 1e-3 + 0.99 / kLanes * lane_numbers();
    const Reacted<Lanes> all = integrate(law, from, 1.0, {from, Lanes(1.0)}, 1e-6);
    for (int lane = 0; lane < kLanes; ++lane) {
      const double start = from.raw[lane];
      const Reacted<double> one = integrate(law, start, 1.0, {start, 1.0}, 1e-6);
      EXPECT_EQ(all.value.raw[lane], one.value) << k;
      EXPECT_EQ(all.evaluations.raw[lane], one.evaluations) << k;
    }
    const LaneDuo both{from, 0.7 * from};
    const Reacted<LaneDuo> two = integrate(law, both, 1.0, {both, LaneDuo(1.0)}, 1e-6);
    for (int lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(two.value.first.raw[lane], all.value.raw[lane]) << k;
      const double start = both.second.raw[lane];
      EXPECT_EQ(two.value.second.raw[lane], integrate(law, start, 1.0, {start, 1.0}, 1e-6).value)
          << k;
    }
  }
}

}  // namespace
}  // namespace evenkeel::solver
