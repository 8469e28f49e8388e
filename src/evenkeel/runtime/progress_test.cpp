// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The progress line.
#include "evenkeel/runtime/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/test_terminal.hpp"

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
          .lately = 0.25,
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

TEST(ProgressLine, ExpectsByWhatThisProgramHasDone) {
  ProgressState state = quarter_done();
  state.fraction = 0.95;  // resumed at 0.9
  state.lately = 0.5;

  EXPECT_THAT(progress_line(state, 10.0), HasSubstr(" 95 % ETA 10.0 s"));
}

TEST(Progress, SaysOnATerminalWhatTakesLong) {
  std::string seen;
  {
    const TestTerminal terminal;
    Progress(false).show("writing plt00003");
    seen = terminal.seen();
  }

  EXPECT_EQ(seen, "writing plt00003\r\033[K");
}

TEST(ProgressLine, ExpectsNothingBeforeTheFirstStep) {
  ProgressState state = quarter_done();
  state.fraction = state.lately = 0.0;
  state.decision = "";

  EXPECT_THAT(progress_line(state, 10.0), Not(HasSubstr("inf")));
  EXPECT_THAT(progress_line(state, 10.0), HasSubstr(" 0 % ETA "));
}

}  // namespace
}  // namespace evenkeel::runtime
