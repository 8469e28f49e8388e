// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The progress line.
#include "evenkeel/runtime/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::runtime {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

ProgressState quarter_done() {
  return {.step = 25,
          .time = 0.125,
          .dt = 0.005,
          .fraction = 0.25,
          .cells = {4096, 16384},
          .updates_per_s = 12.3e6,
          .imbalance = 0.07,
          .decision = "keep"};
}

TEST(ProgressLine, ShowsWhereTheRunIs) {
  EXPECT_EQ(progress_line(quarter_done(), 10.0),
            "step 25 t=0.125 dt=0.005 cells 4.10 k/16.4 k 12.3 M/s imbalance 7 % 25 % ETA 30.0 s "
            "| keep");
}

TEST(ProgressLine, LeavesOutADecisionNobodyTook) {
  ProgressState state = quarter_done();
  state.decision = "";

  EXPECT_THAT(progress_line(state, 10.0), Not(HasSubstr("|")));
}

TEST(ProgressLine, ExpectsNothingBeforeTheFirstStep) {
  ProgressState state = quarter_done();
  state.fraction = 0.0;
  state.decision = "";

  EXPECT_THAT(progress_line(state, 10.0), Not(HasSubstr("inf")));
  EXPECT_THAT(progress_line(state, 10.0), HasSubstr(" 0 % ETA "));
}

}  // namespace
}  // namespace evenkeel::runtime
