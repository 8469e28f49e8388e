// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Interpolation in time reproduces polynomials and the stages of a linear equation.
#include "evenkeel/solver/time_interpolation.hpp"

#include <gtest/gtest.h>

namespace evenkeel::solver {
namespace {

/// The value the weights give to a step with these ends and rates.
double blend(const hierarchy::TimeWeights& weights, double before, double now,
             const std::array<double, 2>& rates) {
  return before + weights.change * (now - before) + weights.rates[0] * rates[0] +
         weights.rates[1] * rates[1];
}

constexpr std::array<double, 3> kHalfway{0.5, 0.125, 1.0 / 48.0};  // u at half a step, as a series

TEST(TimeWeights, AreLinearInOrderTwo) {
  const hierarchy::TimeWeights weights = time_weights(2, {0.0, 0.25, 0.5, 1}, kHalfway);

  EXPECT_EQ(weights.change, 0.5);
  EXPECT_EQ(weights.rates, (std::array{0.0, 0.0}));
}

TEST(TimeWeights, ReproduceParabolasInOrderThree) {
  const auto u = [](double x) { return 3.0 - 2.0 * x + 5.0 * x * x; };

  const auto weights = time_weights(3, {0.0, 0.25, 0.5, 1}, kHalfway);

  EXPECT_NEAR(blend(weights, u(0.0), u(1.0), {-2.0, 0.0}), u(0.5), 1e-14);
}

/// Kutta's stages but the first, and those for linear equations alone.
using Stages = std::array<std::array<double, 3>, 3>;
constexpr Stages kClassical{{{0.5, 0.0, 0.0}, {0.5, 0.25, 0.0}, {1.0, 0.5, 0.25}}};
constexpr Stages kLinear{
    {{0.25, 0.0, 0.0}, {1.0 / 3.0, 1.0 / 12.0, 0.0}, {0.5, 1.0 / 6.0, 1.0 / 24.0}}};

TEST(FollowWeights, ReproduceCubics) {
  const auto u = [](double x) { return 3.0 - 2.0 * x + 5.0 * x * x - 4.0 * x * x * x; };
  for (const Stages& stages : {kClassical, kLinear}) {
    const auto more = [&](std::size_t stage) {  // than the first; derivatives of u at 0
      return -2.0 * stages[stage][0] + 10.0 * stages[stage][1] - 24.0 * stages[stage][2];
    };

    const auto weights = follow_weights(stages, {0.0, 0.25, 0.5, 1}, kHalfway);

    EXPECT_NEAR(blend(weights, 3.0, 3.0 + more(0), {more(1), more(2)}), u(0.5), 1e-13);
  }
}

TEST(FollowWeights, AreAStageItselfInAStepAsLong) {
  const auto weights = follow_weights(kLinear, {0.0, 0.0, 1.0, 2}, kLinear[1]);

  EXPECT_NEAR(weights.change, 0.0, 1e-15);
  EXPECT_NEAR(weights.rates[0], 1.0, 1e-15);
  EXPECT_NEAR(weights.rates[1], 0.0, 1e-15);
  EXPECT_TRUE(follow_weights(kLinear, {0.0, 0.0, 0.5, 0}, {}).is_before());
}

TEST(TimeWeights, AreTheNewValuesAtTheEnd) {
  for (const int order : {2, 3}) {
    EXPECT_TRUE(time_weights(order, {0.0, 1.0}, kHalfway).is_now()) << order;
  }
}

// u' = z u by the third-order scheme of Shu and Osher: stages u, u + dt u', u + dt/2 u' +
// dt^2/4 u''; a finer step of half the length that starts with the coarser one.
TEST(TimeWeights, GiveTheStagesOfALinearEquation) {
  const double z = 1e-2;
  const double now = 1.0 + z + z * z / 2.0 + z * z * z / 6.0;
  const auto ghost = [&](const std::array<double, 3>& expansion) {
    return blend(time_weights(3, {0.0, 0.0, 0.5, 1}, expansion), 1.0, now, {z, 0.0});
  };

  EXPECT_NEAR(ghost({1.0, 0.0, 0.0}), 1.0 + z / 2.0, 1e-15);
  // to third order: the parabola's second derivative is not z^2 but z^2 + z^3 / 3
  EXPECT_NEAR(ghost({0.5, 0.25, 0.0}), 1.0 + z / 4.0 + z * z / 16.0 + z * z * z / 48.0, 1e-15);
}

}  // namespace
}  // namespace evenkeel::solver
