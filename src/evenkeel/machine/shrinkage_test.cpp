// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Hosts alike, hosts unlike, and hosts of which nobody knows.
#include "evenkeel/machine/shrinkage.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::machine {
namespace {

TEST(Shrinkage, WhatNoiseExplainsBecomesEqual) {
  const std::vector<double> drawn =
      drawn_together(std::array{0.98, 1.0, 1.03, 0.99}, std::array{0.04, 0.04, 0.04, 0.04});

  for (const double value : drawn) {
    EXPECT_DOUBLE_EQ(value, 1.0);
  }
}

TEST(Shrinkage, HostsThatReallyDifferStayDifferent) {
  const std::vector<double> drawn =
      drawn_together(std::array{1.0, 2.0, 1.0, 2.0}, std::array{0.03, 0.03, 0.03, 0.03});

  EXPECT_NEAR(drawn[0], 1.0, 2e-3);
  EXPECT_NEAR(drawn[1], 2.0, 2e-3);
}

TEST(Shrinkage, OneThatDiffersIsNotLostAmongManyAlike) {
  std::vector<double> values(64, 0.0);
  values[5] = -0.1;

  const std::vector<double> drawn = drawn_together(values, std::vector<double>(64, 0.01));

  EXPECT_NEAR(drawn[5], -0.08, 1e-12);
}

TEST(Shrinkage, NothingIsDrawnWithoutNoiseOrWithoutOthers) {
  EXPECT_EQ(drawn_together(std::array{1.0, 1.1}, std::array{0.0, 0.0}),
            (std::vector<double>{1.0, 1.1}));
  EXPECT_EQ(drawn_together(std::array{1.0, 1.0}, std::array{0.0, 0.0}),
            (std::vector<double>{1.0, 1.0}));
  EXPECT_EQ(drawn_together(std::array{1.5}, std::array{0.9}), std::vector<double>{1.5});
}

/// Mean square errors of \p spread apart hosts, as read and drawn together.
std::array<double, 2> errors(double spread) {
  constexpr double kNoise = 0.05;
  SplitMix64 random(7);
  std::array<double, 2> sum{};
  for (int trial = 0; trial < 500; ++trial) {
    std::array<double, 8> truth{};
    std::array<double, 8> seen{};
    for (std::size_t k = 0; k < truth.size(); ++k) {
      truth[k] = spread * normal(random);
      seen[k] = truth[k] + kNoise * normal(random);
    }
    const std::vector<double> error(truth.size(), kNoise);
    const std::vector<double> drawn = drawn_together(seen, error);
    for (std::size_t k = 0; k < truth.size(); ++k) {
      sum[0] += (seen[k] - truth[k]) * (seen[k] - truth[k]);
      sum[1] += (drawn[k] - truth[k]) * (drawn[k] - truth[k]);
    }
  }
  return sum;
}

TEST(Shrinkage, ErrorsAreLessWhateverHostsAre) {
  EXPECT_LT(errors(0.0)[1], 0.4 * errors(0.0)[0]);
  EXPECT_LT(errors(0.05)[1], 0.8 * errors(0.05)[0]);
  EXPECT_LT(errors(0.5)[1], 1.01 * errors(0.5)[0]);
}

}  // namespace
}  // namespace evenkeel::machine
