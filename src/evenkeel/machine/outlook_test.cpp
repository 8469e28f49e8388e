// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Announcements are believed as far as they came true.
#include "evenkeel/machine/outlook.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::machine {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

RankRate rate(double smoothed, double recent) {
  return {.rate = smoothed, .recent = recent, .error = 0.01, .age = 0.0, .known = true};
}

/// A rank whose availability is announced to halve, and does: the rates follow a look later.
void halve_as_announced(Outlook& outlook) {
  outlook.observe(std::vector{1.0}, std::vector{rate(100.0, 100.0)});
  outlook.observe(std::vector{0.5}, std::vector{rate(100.0, 100.0)});
  outlook.observe(std::vector{0.5}, std::vector{rate(50.0, 50.0)});
}

TEST(Outlook, NothingAnnouncedChangesNothing) {
  Outlook outlook(2);
  for (int look = 0; look < 5; ++look) {
    outlook.observe(std::vector{0.7, kUnknown}, std::vector{rate(100.0, 98.0), rate(50.0, 51.0)});
  }
  EXPECT_THAT(outlook.factors(), ElementsAre(1.0, 1.0));
}

TEST(Outlook, StrangersAreNotBelieved) {
  Outlook outlook(1);
  outlook.observe(std::vector{1.0}, std::vector{rate(100.0, 100.0)});
  outlook.observe(std::vector{0.5}, std::vector{rate(100.0, 100.0)});

  EXPECT_THAT(outlook.factors(), ElementsAre(1.0));
}

TEST(Outlook, WhoSpokeTrueIsBelieved) {
  Outlook outlook(1);
  halve_as_announced(outlook);
  EXPECT_EQ(outlook.trust(), 0.5);

  outlook.observe(std::vector{1.0}, std::vector{rate(50.0, 50.0)});

  // Twice as much is announced, half believed: the root of two.
  EXPECT_THAT(outlook.factors(), ElementsAre(DoubleNear(std::sqrt(2.0), 1e-12)));
}

TEST(Outlook, GoesOnWithWhatAnotherKnew) {
  Outlook outlook(1);
  halve_as_announced(outlook);
  outlook.observe(std::vector{1.0}, std::vector{rate(50.0, 50.0)});
  Outlook other(1);

  other.restore(outlook.tracks(), outlook.trust());

  EXPECT_EQ(other.factors(), outlook.factors());
}

TEST(Outlook, WhoKeepsLyingLosesAllInfluence) {
  Outlook outlook(1);
  halve_as_announced(outlook);
  for (int look = 0; look < 12; ++look) {
    outlook.observe(std::vector{look % 2 == 0 ? 1.0 : 0.1}, std::vector{rate(50.0, 50.0)});
  }
  EXPECT_LT(outlook.trust(), 1e-3);
  EXPECT_NEAR(outlook.factors()[0], 1.0, 0.01);
}

TEST(Outlook, WhatTheRatesShowIsNotCountedTwice) {
  Outlook outlook(1);
  halve_as_announced(outlook);

  EXPECT_THAT(outlook.factors(), ElementsAre(1.0));
}

}  // namespace
}  // namespace evenkeel::machine
