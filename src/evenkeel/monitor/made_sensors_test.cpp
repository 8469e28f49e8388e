// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sensors that play back or make up what they say, and how sensors are named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/sensor_list.hpp"
#include "evenkeel/monitor/test_root.hpp"
#include "evenkeel/monitor/test_sensor.hpp"

namespace evenkeel::monitor {
namespace {

using testing::HasSubstr;

TEST(Replay, SaysWhatWasRecordedWhenItWasRecorded) {
  const FakeRoot root;
  root.write("s.csv", "t,idle,load\n0,0.5,1\n1,0.6,2\n2,0.7,3\n");
  const Target target{.address = (root.path() / "s.csv").string(), .names = {"idle"}};
  const auto sensor = aimed("replay", target, {{"step", 2.0}});
  const auto once = aimed("replay", target, {{"step", 2.0}, {"repeat", 0.0}});

  EXPECT_EQ(value(look(*sensor, 0, 10.0), "idle"), 0.5);
  EXPECT_EQ(value(look(*sensor, 0, 12.5), "idle"), 0.6);
  EXPECT_EQ(value(look(*sensor, 0, 16.0), "idle"), 0.5);
  look(*once, 0, 0.0);
  EXPECT_EQ(value(look(*once, 0, 6.0), "idle"), std::nullopt);
}

TEST(Replay, IsUnknownAsLongAsTheRecordIs) {
  const FakeRoot root;
  root.write("s.csv", "t,load\n0,1\n1,\n2,3\n3,5\n");
  const Target target{.address = (root.path() / "s.csv").string(), .names = {"load"}};
  const auto sensor = aimed("replay", target, {{"step", 0.5}});

  EXPECT_EQ(value(look(*sensor, 0, 0.0), "load"), 1.0);
  EXPECT_EQ(value(look(*sensor, 0, 0.6), "load"), std::nullopt);
  EXPECT_EQ(value(look(*sensor, 0, 1.0), "load"), 3.0);
  EXPECT_EQ(value(look(*sensor, 0, 1.5), "load"), 5.0);
  EXPECT_EQ(value(look(*sensor, 0, 2.0), "load"), 1.0);
}

TEST(Synthetic, MovesAsItIsTold) {
  const auto square = aimed("synthetic", {}, {{"shape", "square"}, {"period", 10.0}});
  const auto sine = aimed("synthetic", {}, {{"shape", "sine"}, {"period", 4.0}});

  EXPECT_EQ(value(look(*square, 0, 100.0), "value"), 0.75);
  EXPECT_EQ(value(look(*square, 0, 106.0), "value"), 0.25);
  EXPECT_EQ(value(look(*sine, 0, 0.0), "value"), 0.5);
  EXPECT_DOUBLE_EQ(value(look(*sine, 0, 1.0), "value").value_or(0), 0.75);
}

std::string complaint_of_sensor(const std::string& text) {
  Registry<Sensor> registry;
  register_builtin(registry);
  try {
    make_sensor(registry, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SensorList, MakesSensorsFromWords) {
  Registry<Sensor> registry;
  register_builtin(registry);

  const NamedSensor made =
      make_sensor(registry, "snmp=127.0.0.1:1161,timeout=0.1,name=1.3.6.1,name=1.3.6.2");

  EXPECT_EQ(made.name, "snmp@127.0.0.1:1161");
  EXPECT_EQ(made.sensor->probes(), 3U);
  EXPECT_EQ(make_sensor(registry, "cgroup").name, "cgroup");
}

TEST(SensorList, KnowsWhichSensorsNeedNothing) {
  EXPECT_EQ(local_sensors(), (std::vector<std::string>{"cgroup", "cpu_availability", "procfs"}));
}

TEST(SensorList, CommasOfQueriesPartNothing) {
  EXPECT_EQ(complaint_of_sensor("prometheus=127.0.0.1:9,mode=server,name=sum(rate(node_cpu_seconds_"
                                "total{mode=\"idle,x\",cpu=\"0\"}[1m])),timeout=1"),
            "");
}

TEST(SensorList, SaysWhatItDoesNotKnow) {
  EXPECT_THAT(complaint_of_sensor("snpm=1.2.3.4"), HasSubstr("did you mean 'snmp'"));
  EXPECT_THAT(complaint_of_sensor("snmp"), HasSubstr("needs an address"));
  EXPECT_THAT(complaint_of_sensor("snmp=127.0.0.1,timout=1"), HasSubstr("timeout"));
  EXPECT_THAT(complaint_of_sensor("snmp=127.0.0.1,timeout=1e9"), HasSubstr("timeout"));
  EXPECT_THAT(complaint_of_sensor("snmp=127.0.0.1,name=one.two"),
              HasSubstr("is no object identifier"));
  EXPECT_THAT(complaint_of_sensor("replay=/nowhere/at/all.csv"), HasSubstr("/nowhere/at/all.csv"));
  EXPECT_THAT(complaint_of_sensor("prometheus=127.0.0.1,mode=server"), HasSubstr("needs queries"));
  EXPECT_THAT(complaint_of_sensor("procfs=/x"), HasSubstr("takes no address; found '/x'"));
}

TEST(SensorList, ChangesPathsOfFilesAlone) {
  const auto moved = [](const std::string& text) {
    return with_file(text, [](const auto& path) { return "/a,b" / path; });
  };
  EXPECT_EQ(moved("replay=s.csv,name=load"), "replay=\"/a,b/s.csv\",name=load");
  EXPECT_EQ(moved(moved("replay=s.csv")), "replay=\"/a,b/s.csv\"");
  EXPECT_EQ(moved("snmp=10.0.0.1,timeout=1"), "snmp=10.0.0.1,timeout=1");
  EXPECT_EQ(moved("nonsense=x"), "nonsense=x");
  EXPECT_THAT(complaint_of_sensor("replay=\"/a,b/s.csv\""), HasSubstr("/a,b/s.csv"));
}

}  // namespace
}  // namespace evenkeel::monitor
