// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is told of wrong command lines.
#include "evenkeel/core/command_line.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

/// What is wrong with a command line; "" where nothing is.
std::string fault(std::vector<std::string> words) {
  Program program("of simulations");
  program.require_subcommand();
  Command replay = program.add_subcommand("replay", "a run");
  std::string platform;
  std::string trace;
  replay.add_option("--platform", platform, "a machine");
  std::size_t ranks = 0;
  std::int64_t steps = 1;
  replay.add_option("--ranks", ranks, "how many");
  replay.add_option("--steps", steps, "how long").positive();
  replay.add_option("trace", trace, "of a run").required();
  program.add_subcommand("grid", "jobs");
  words.insert(words.begin(), "evenkeel");
  std::vector<char*> raw;
  for (std::string& word : words) {
    raw.push_back(word.data());
  }
  try {
    program.parse(static_cast<int>(raw.size()), raw.data());
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(CommandLine, UnknownOptionsNameTheNearest) {
  EXPECT_EQ(
      fault({"replay", "--platfrom=a.xml", "t"}),
      "no option '--platfrom' of `evenkeel replay`; known: --help, --platform, --ranks, --steps "
      "(did you mean '--platform'?); see --help");
}

TEST(CommandLine, UnknownCommandsNameTheNearest) {
  EXPECT_EQ(fault({"gird"}),
            "no command 'gird'; known: replay, grid (did you mean 'grid'?); see --help");
}

TEST(CommandLine, OtherFaultsAreTold) {
  EXPECT_EQ(fault({"replay"}), "trace is required; see --help");
}

TEST(CommandLine, CountsHaveNoSign) {
  EXPECT_EQ(fault({"replay", "t", "--ranks", "-1"}),
            "--ranks: '-1'; expected a number of at least 0; see --help");
  EXPECT_EQ(fault({"replay", "t", "--ranks", "0"}), "");
}

TEST(CommandLine, NumbersBelowTheLeastNameIt) {
  EXPECT_EQ(fault({"replay", "t", "--steps", "0"}),
            "--steps: '0'; expected a number above 0; see --help");
}

TEST(CommandLine, WordsThatAreKnownAreRead) {
  EXPECT_EQ(fault({"replay", "trace.ndjson", "--platform", "a.xml"}), "");
}

}  // namespace
}  // namespace evenkeel
