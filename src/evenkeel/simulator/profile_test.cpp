// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Availability integrated by hand.
#include "evenkeel/simulator/profile.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/monitor_log.hpp"

namespace evenkeel::simulator {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Profile, WithoutPointsEverythingIsThere) {
  EXPECT_DOUBLE_EQ(Profile().finish(3.0, 2.0), 5.0);
  EXPECT_DOUBLE_EQ(Profile().value(7.0), 1.0);
}

TEST(MonitorLog, GivesTheAvailabilityItKnows) {
  const std::string log =
      R"({"host":"a","time":100.5,"readings":[{"sensor":"procfs","quantity":"load","value":3},)"
      R"({"sensor":"cpu_availability","quantity":"running_process","value":1}]})"
      "\n"
      R"({"host":"a","time":101.5,"readings":[)"
      R"({"sensor":"cpu_availability","quantity":"running_process","value":null}]})"
      "\n"
      R"({"host":"a","time":110.5,"readings":[)"
      R"({"sensor":"cpu_availability","quantity":"running_process","value":0.5}]})"
      "\n";
  const Profile read = parse_monitor_log(log, "a.ndjson");

  EXPECT_EQ(read.points(), (std::vector<ProfilePoint>{{0.0, 1.0}, {10.0, 0.5}}));
  EXPECT_THAT([&] { parse_monitor_log(log + "{\"time\":1", "a.ndjson"); },
              ThrowsMessage<InputError>(HasSubstr("a.ndjson:4: is not a line of")));
  EXPECT_THAT([] { parse_monitor_log("{\"time\":1,\"readings\":[]}", "a.ndjson"); },
              ThrowsMessage<InputError>(HasSubstr("has no reading of cpu_availability")));
}

TEST(Profile, StepsTakeAsMuchAsTheyHave) {
  const Profile half_from_ten({{0.0, 1.0}, {10.0, 0.5}});

  EXPECT_DOUBLE_EQ(half_from_ten.finish(8.0, 1.0), 9.0);
  EXPECT_DOUBLE_EQ(half_from_ten.finish(8.0, 4.0), 14.0);
}

TEST(Profile, RampsAreIntegratedExactly) {
  // From 1 at 0 s to 0 at 10 s: after t seconds t - t^2 / 20 are done.
  const Profile falling({{0.0, 1.0}, {10.0, 0.0}}, Profile::Shape::kRamps);

  EXPECT_NEAR(falling.finish(0.0, 3.75), 5.0, 1e-12);
  EXPECT_TRUE(std::isinf(falling.finish(0.0, 5.5)));
}

TEST(Profile, StandingStillOnlyDelays) {
  const Profile stopped({{0.0, 1.0}, {2.0, 0.0}, {7.0, 1.0}});

  EXPECT_DOUBLE_EQ(stopped.finish(1.0, 3.0), 9.0);
  EXPECT_DOUBLE_EQ(stopped.finish(3.0, 1.0), 8.0);
}

TEST(Profile, StairsDoTheWorkOfTheRamp) {
  const Profile ramp({{0.0, 1.0}, {4.0, 0.2}}, Profile::Shape::kRamps);

  EXPECT_NEAR(ramp.finish(0.0, 2.4), 4.0, 1e-12);
  EXPECT_NEAR(ramp.as_steps(0.5).finish(0.0, 2.4), 4.0, 1e-12);
}

TEST(Profile, IsReadFromCsv) {
  const Profile read = parse_profile("time,availability\n0,1\n# a job comes\n5,0.25\n", "load.csv");

  EXPECT_EQ(read.points(), (std::vector<ProfilePoint>{{0.0, 1.0}, {5.0, 0.25}}));
}

TEST(Profile, FaultsAreNamedWithTheirPlaces) {
  EXPECT_THAT([] { parse_profile("0,1\n0,0.5\n1,x\n", "load.csv"); },
              ThrowsMessage<InputError>(testing::AllOf(HasSubstr("load.csv:2:1: time 0"),
                                                       HasSubstr("load.csv:3:3: 'x'"))));
  EXPECT_THROW(parse_profile("", "load.csv"), InputError);
}

}  // namespace
}  // namespace evenkeel::simulator
