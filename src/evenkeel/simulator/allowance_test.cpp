// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Periods walked by hand: 2 of every 10 seconds.
#include "evenkeel/simulator/allowance.hpp"

#include <gtest/gtest.h>

namespace evenkeel::simulator {
namespace {

Allowance fifth(double tick) {
  return Allowance({.quota = 0.2, .period = 10.0, .tick = tick});
}

TEST(Allowance, WhatItHasTakesNoLonger) {
  EXPECT_DOUBLE_EQ(fifth(1.0).finish(1.0, 2.0), 3.0);
}

TEST(Allowance, TheRestWaitsForTheNextPeriods) {
  Allowance a = fifth(1.0);

  // 2 s at once, 2 in [10, 20), 1 in [20, 30), where 1 s is left.
  EXPECT_DOUBLE_EQ(a.finish(1.0, 5.0), 21.0);
  EXPECT_DOUBLE_EQ(a.finish(22.0, 1.0), 23.0);
  EXPECT_DOUBLE_EQ(a.finish(23.0, 1.0), 31.0);
}

TEST(Allowance, WhatIsLeftIsLost) {
  Allowance a = fifth(1.0);

  EXPECT_DOUBLE_EQ(a.finish(5.0, 1.0), 6.0);
  EXPECT_DOUBLE_EQ(a.finish(35.0, 3.0), 41.0);
}

TEST(Allowance, DebtsMadeUpToATickArePaidFirst) {
  Allowance a = fifth(8.0);

  // Runs to the tick at 8 s and owes 6: paid at 10, 20, 30, it has 2 again at 40.
  EXPECT_DOUBLE_EQ(a.finish(0.0, 9.0), 41.0);
}

TEST(Allowance, LongWorkGoesAsFastAsTheQuota) {
  EXPECT_NEAR(fifth(4.0).finish(0.0, 2000.0), 2000.0 / 0.2, 50.0);
}

TEST(Allowance, AWholeCoreNeverWaits) {
  Allowance whole({.quota = 1.0, .period = 10.0, .tick = 4.0, .offset = -3.0});

  EXPECT_DOUBLE_EQ(whole.finish(1.0, 33.0), 34.0);
  EXPECT_DOUBLE_EQ(whole.finish(34.0, 7.5), 41.5);
}

}  // namespace
}  // namespace evenkeel::simulator
