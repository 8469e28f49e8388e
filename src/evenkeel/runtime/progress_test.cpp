// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The progress line.
#include "evenkeel/runtime/progress.hpp"

#include <algorithm>
#include <cstdlib>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

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
  const int mine = posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_EQ(grantpt(mine), 0);
  ASSERT_EQ(unlockpt(mine), 0);
  const int theirs = open(ptsname(mine), O_RDWR | O_NOCTTY);
  const int before = dup(STDERR_FILENO);
  dup2(theirs, STDERR_FILENO);
  {
    Progress progress(false);
    progress.show("writing plt00003");
  }
  dup2(before, STDERR_FILENO);
  std::string seen(100, '\0');
  seen.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read(mine, seen.data(), seen.size()))));
  for (const int file : {mine, theirs, before}) {
    close(file);
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
