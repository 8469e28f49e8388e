// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How lines to people open.
#include "evenkeel/core/opening.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

#include "evenkeel/core/test_terminal.hpp"

namespace evenkeel {
namespace {

TEST(Opening, IsRedOrYellowWhereThatIsShown) {
  EXPECT_EQ(line_opening(Tone::kFault, true), "\033[31mevenkeel: \033[0m");
  EXPECT_EQ(line_opening(Tone::kWarning, true), "\033[33mevenkeel: \033[0m");
  EXPECT_EQ(line_opening(Tone::kFault, false), "evenkeel: ");
}

TEST(Opening, ColoursAreForTerminalsThatHaveThem) {
  const auto shown_with = [](const char* terminal, const char* without) {
    setenv("TERM", terminal, 1);
    setenv("NO_COLOR", without, 1);
    return shows_colour();
  };
  {
    const TestTerminal terminal;
    EXPECT_TRUE(shown_with("xterm", ""));
    EXPECT_FALSE(shown_with("xterm", "1"));
    EXPECT_FALSE(shown_with("dumb", ""));
  }
  testing::internal::CaptureStderr();  // into a file
  EXPECT_FALSE(shown_with("xterm", ""));
  testing::internal::GetCapturedStderr();
}

}  // namespace
}  // namespace evenkeel
