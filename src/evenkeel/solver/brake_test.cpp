// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A brake sleeps for the missing part, no more.
#include "evenkeel/solver/brake.hpp"

#include <gtest/gtest.h>

#include "evenkeel/core/clock.hpp"

namespace evenkeel::solver {
namespace {

TEST(Brake, SleepsForTheMissingPart) {
  Brake brake(0.25);
  const double start = wall_seconds();

  EXPECT_DOUBLE_EQ(brake.stretch(1e-3), 4e-3);
  EXPECT_GE(wall_seconds() - start, 3e-3);
}

TEST(Brake, SavesUpShortSleeps) {
  Brake brake(0.5);
  const double start = wall_seconds();
  for (int i = 0; i < 100; ++i) {
    brake.stretch(5e-5);
  }

  EXPECT_GE(wall_seconds() - start, 100 * 5e-5 - 2e-4) << "all but what is owed still";
}

TEST(Brake, LeavesAloneWhatHasItsFullSpeed) {
  Brake brake(1.0);
  const double start = wall_seconds();

  EXPECT_EQ(brake.stretch(1000.0), 1000.0);
  EXPECT_LT(wall_seconds() - start, 100.0);
}

}  // namespace
}  // namespace evenkeel::solver
