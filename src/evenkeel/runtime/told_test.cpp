// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From clocks to what a rank tells.
#include "evenkeel/runtime/told.hpp"

#include <gtest/gtest.h>

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;

telemetry::Account in(Phase phase, double wall, double cpu, telemetry::Account spent = {}) {
  spent.wall[static_cast<std::size_t>(phase)] = wall;
  spent.cpu[static_cast<std::size_t>(phase)] = cpu;
  return spent;
}

telemetry::Account computing(double wall, double cpu) {
  return in(Phase::kCompute, wall, cpu);
}

TEST(Told, WorkTakesWhatAQuotaWillMakeOfIt) {
  WorkWindow window;
  window.seconds[0] = 1.0;
  window.seconds[1] = 3.0;

  const Told told = told_of_work(window, computing(4.0, 1.0), 0.1);

  EXPECT_DOUBLE_EQ(told.busy(), 10.0);
  EXPECT_DOUBLE_EQ(told.seconds[1], 7.5);
}

/// Of two ranks that take as much processor time for the same, the one is held back in its sweeps,
/// the other between them.
TEST(Told, WhereARankIsHeldBackDoesNotMatter) {
  WorkWindow window;
  window.seconds[0] = 0.5;
  const Told between = told_of_work(window, computing(4.0, 1.0), 0.1);
  window.seconds[0] = 3.5;
  const Told within = told_of_work(window, computing(4.0, 1.0), 0.1);

  EXPECT_DOUBLE_EQ(between.busy(), 10.0);
  EXPECT_DOUBLE_EQ(within.busy(), 10.0);
}

/// Messages that come in while a rank waits are work for it where a quota counts them.
TEST(Told, WhatWaitingTakesOfAQuotaIsWork) {
  WorkWindow window;
  window.seconds[0] = 4.0;
  const telemetry::Account spent = in(Phase::kWait, 20.0, 0.5, computing(4.0, 1.0));

  EXPECT_DOUBLE_EQ(told_of_work(window, spent, 0.1).busy(), 15.0);
  EXPECT_DOUBLE_EQ(told_of_work(window, spent, 1.0).busy(), 4.0);
}

TEST(Told, MessagesTakeAsLongWithAnyShare) {
  WorkWindow window;
  window.seconds[0] = 4.0;
  const telemetry::Account spent =
      in(Phase::kWait, 20.0, 0.5,
         in(Phase::kGhost, 2.0, 0.1, in(Phase::kProlong, 1.0, 0.2, computing(4.0, 1.0))));

  EXPECT_DOUBLE_EQ(told_of_work(window, spent, 0.1).busy(), 18.0);
  EXPECT_DOUBLE_EQ(told_of_work(window, spent, 0.1).fixed_seconds, 6.0);
  EXPECT_DOUBLE_EQ(told_of_work(window, spent, 1.0).fixed_seconds, 2.0);
}

/// How long ghosts took on the wall tells where the rank was held back, and no more.
TEST(Told, GhostsCountByProcessorTimeUnderAQuota) {
  WorkWindow window;
  window.seconds[0] = 4.0;
  const telemetry::Account spent = in(Phase::kGhost, 2.0, 0.1, computing(4.0, 1.0));

  EXPECT_DOUBLE_EQ(told_of_work(window, spent, 0.1).busy(), 11.0);
  EXPECT_DOUBLE_EQ(told_of_work(window, spent, 1.0).busy(), 6.0);
}

TEST(WorkParts, AreOfAsManyStepsWhateverThereAre) {
  WorkParts parts;
  EXPECT_EQ(parts.count(), 0U);
  for (int step = 0; step < 19; ++step) {
    parts.add(step, 1.0);
  }

  EXPECT_EQ(parts.count(), 5U);
  EXPECT_EQ(parts.updates, (std::array<double, WorkParts::kMost>{6, 22, 38, 54, 51, 0, 0, 0}));
  EXPECT_EQ(parts.seconds, (std::array<double, WorkParts::kMost>{4, 4, 4, 4, 3, 0, 0, 0}));
}

}  // namespace
}  // namespace evenkeel::runtime
