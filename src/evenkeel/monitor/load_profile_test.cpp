// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Load over time.
#include "evenkeel/monitor/load_profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

using testing::HasSubstr;

TEST(LoadProfile, RisesLinearlyToItsLevelAndStays) {
  const LoadProfile profile = LoadProfile::ramp({0.6, 1000.0, 10.0}, 30.0);

  EXPECT_EQ(profile.at(0.0).cpu, 0.0);
  EXPECT_DOUBLE_EQ(profile.at(15.0).cpu, 0.3);
  EXPECT_DOUBLE_EQ(profile.at(15.0).memory, 500.0);
  EXPECT_EQ(profile.at(30.0).cpu, 0.6);
  EXPECT_EQ(profile.at(1e6).network, 10.0);
}

TEST(LoadProfile, StartsAtItsLevelWithoutARamp) {
  EXPECT_EQ(LoadProfile::ramp({1.0, 0.0, 0.0}, 0.0).at(0.0).cpu, 1.0);
}

TEST(LoadProfile, ReadsBackWhatItWrites) {
  const LoadProfile profile =
      LoadProfile::parse("# a morning\nt,cpu\n0,0.5\n10,0.5\n10,0\n20,1\n", "s.csv");

  EXPECT_EQ(profile.at(9.0).cpu, 0.5);
  EXPECT_EQ(profile.at(10.0).cpu, 0.0);
  EXPECT_DOUBLE_EQ(profile.at(15.0).cpu, 0.5);
  EXPECT_EQ(LoadProfile::parse(profile.to_csv(), "t.csv").to_csv(), profile.to_csv());
}

std::string complaint(const char* text) {
  try {
    LoadProfile::parse(text, "s.csv");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LoadProfile, RefusesWhatNoHostHas) {
  EXPECT_THAT([] { LoadProfile::parse("t,cpu\n0,1e300\n", "l.csv"); },
              testing::ThrowsMessage<InputError>(
                  testing::HasSubstr("l.csv:2: cpu is '1e300'; expected a number from 0 to 4096")));
  EXPECT_THAT(
      [] { LoadProfile::parse("t,cpu,t\n", "l.csv"); },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("l.csv:1: column t is there twice")));
}

TEST(LoadProfile, TellsEveryFaultWithItsLine) {
  const std::string said = complaint("t,cpu\n5,0.1\n4,0.1\n6,much\n7,-1\n8\n");

  EXPECT_THAT(said, HasSubstr("s.csv:3: t is 4, before the line above"));
  EXPECT_THAT(said, HasSubstr("s.csv:4: cpu is 'much'"));
  EXPECT_THAT(said, HasSubstr("s.csv:5: cpu is '-1'"));
  EXPECT_THAT(said, HasSubstr("s.csv:6: 1 fields; expected 2"));
  EXPECT_THAT(complaint("t,cpus\n"), HasSubstr("did you mean 'cpu'"));
  EXPECT_THAT(complaint("cpu\n1\n"), HasSubstr("no column t"));
  EXPECT_THAT(complaint(""), HasSubstr("no point of load"));
}

}  // namespace
}  // namespace evenkeel::monitor
