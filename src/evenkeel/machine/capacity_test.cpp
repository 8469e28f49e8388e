// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Capacity shares and heterogeneity against the values of the papers.
#include "evenkeel/machine/capacity.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::machine {
namespace {

TEST(RelativeCapacity, WeighsFractionsOfEachResource) {
  const std::array<Resources, 2> nodes = {Resources{.cpu = 1, .memory = 300, .bandwidth = 5},
                                          Resources{.cpu = 3, .memory = 100, .bandwidth = 5}};

  const std::vector<double> share =
      relative_capacity(nodes, {.cpu = 0.5, .memory = 0.25, .bandwidth = 0.25});

  EXPECT_DOUBLE_EQ(share[0], 0.5 * 0.25 + 0.25 * 0.75 + 0.25 * 0.5);
  EXPECT_DOUBLE_EQ(share[0] + share[1], 1.0);
}

TEST(RelativeCapacity, ResourceNobodyHasIsSharedEqually) {
  const std::array<Resources, 2> nodes = {Resources{.cpu = 1}, Resources{.cpu = 3}};

  const std::vector<double> share =
      relative_capacity(nodes, {.cpu = 0.5, .memory = 0.0, .bandwidth = 0.5});

  EXPECT_DOUBLE_EQ(share[0], 0.5 * 0.25 + 0.5 * 0.5);
}

TEST(Normalise, SharesWhatSumsToMoreThanThereAreNumbers) {
  EXPECT_EQ(normalise(std::array{1.7e308, 1.7e308}), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(normalise(std::array{5e-324, 0.0}), (std::vector<double>{1.0, 0.0}));
  EXPECT_THROW(normalise(std::array{1.0, HUGE_VAL}), InputError);
  EXPECT_THROW(normalise(std::array{1.0, -1.0}), InputError);
}

TEST(Normalise, KeepsZerosAndSumsToOne) {
  EXPECT_EQ(normalise(std::array{0.0, 1.0, 3.0}), (std::vector<double>{0.0, 0.25, 0.75}));
  EXPECT_EQ(normalise(std::array{0.0, 0.0}), (std::vector<double>{0.5, 0.5}));
}

std::vector<double> fast_and_slow(std::size_t fast, std::size_t slow) {
  std::vector<double> speed(fast, 1.5);
  speed.insert(speed.end(), slow, 1.0);
  return speed;
}

// Faik 2005, sections 4.1 and 4.3, h = 1.5, f fast and s slow processors.
TEST(Heterogeneity, TwoSpeedsGiveThePublishedValues) {
  struct Case {
    std::size_t fast, slow;
    double relative_change, degree;
  };
  constexpr std::array kCases = {Case{1, 1, 0.2, 0.166667},       Case{1, 2, 0.142857, 0.157135},
                                 Case{2, 1, 0.25, 0.157135},      Case{4, 1, 0.285714, 0.133333},
                                 Case{12, 4, 0.272727, 0.144338}, Case{17, 4, 0.288136, 0.130892}};
  for (const Case& c : kCases) {
    const std::vector<double> speed = fast_and_slow(c.fast, c.slow);
    EXPECT_NEAR(ideal_relative_change(speed), c.relative_change, 1e-6);
    EXPECT_NEAR(heterogeneity(speed), c.degree, 1e-6);
  }
}

TEST(Heterogeneity, EqualProcessorsGainNothing) {
  // The printed formula would give (h - 1)/h = 1/3 for no slow processor.
  EXPECT_DOUBLE_EQ(ideal_relative_change(fast_and_slow(8, 0)), 0.0);
  EXPECT_DOUBLE_EQ(ideal_relative_change(fast_and_slow(0, 4)), 0.0);
  EXPECT_DOUBLE_EQ(heterogeneity(fast_and_slow(0, 4)), 0.0);
}

TEST(Heterogeneity, FourHostsOfTheSeedsCanGainAThird) {
  EXPECT_NEAR(ideal_relative_change(std::array{0.16, 0.19, 0.31, 0.34}), 0.36, 1e-12);
}

}  // namespace
}  // namespace evenkeel::machine
