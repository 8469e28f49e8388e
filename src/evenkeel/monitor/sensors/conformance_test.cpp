// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every sensor promises, asked of every one that is registered.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/test_root.hpp"
#include "evenkeel/monitor/test_sensor.hpp"

namespace evenkeel::monitor {
namespace {

Registry<Sensor> builtin() {
  Registry<Sensor> registry;
  register_builtin(registry);
  return registry;
}

std::vector<std::string> all_names() {
  const Registry<Sensor> registry = builtin();
  const std::vector<std::string_view> names = registry.names();
  return {names.begin(), names.end()};
}

/// Every word of a choice; the default of a number, and the ends of its range.
std::vector<ParamValue> extremes(const ParamSpec& param) {
  std::vector<ParamValue> values;
  for (const std::string_view word : param.choices) {
    values.emplace_back(std::string(word));
  }
  for (const double number : {param.fallback, param.min, param.max}) {
    if (param.choices.empty() && std::isfinite(number)) {
      values.emplace_back(number);
    }
  }
  return values;
}

constexpr const char* kNobody = "127.0.0.1:1";

class EverySensor : public testing::TestWithParam<std::string> {
 protected:
  /// Calls \p fn(sensor) for each of \p targets that the sensor can be aimed at.
  template <class Fn>
  static void with_each(const std::vector<Target>& targets, const Fn& fn) {
    for (const Target& target : targets) {
      const auto sensor = builtin().make(GetParam());
      try {
        sensor->aim(target);
      } catch (const InputError&) {
        continue;
      }
      fn(*sensor);
    }
  }

  /// What all probes say in three looks; nothing of those that complain. Whatever else is thrown
  /// fails the test.
  static std::vector<Reading> all_readings(Sensor& sensor) {
    std::vector<Reading> all;
    for (const double now : {1.0, 2.0, 3.0}) {
      for (std::size_t probe = 0; probe < sensor.probes(); ++probe) {
        try {
          const std::vector<Reading> readings = look(sensor, probe, now);
          all.insert(all.end(), readings.begin(), readings.end());
        } catch (const SystemError&) {
        }
      }
    }
    return all;
  }

  FakeRoot root_;
};

TEST_P(EverySensor, DescribesItselfAndItsParameters) {
  const Registry<Sensor> registry = builtin();
  const auto& entry = registry.find(GetParam());

  EXPECT_EQ(entry.name, GetParam());
  EXPECT_FALSE(entry.summary.empty());
  EXPECT_FALSE(entry.source.empty());
  for (const ParamSpec& param : entry.params) {
    EXPECT_FALSE(param.help.empty()) << param.name;
    for (const ParamValue& value : extremes(param)) {
      EXPECT_NO_THROW(registry.make(GetParam(), {{std::string(param.name), value}})) << param.name;
    }
  }
}

TEST_P(EverySensor, SaysUnknownAndNotZeroWhereThereIsNothingToRead) {
  const std::vector<Target> nothing = {
      {.root = root_.path()},
      {.root = root_.path(), .address = kNobody},
      {.root = root_.path(), .address = "127.0.0.1:0", .names = {kNobody}}};
  with_each(nothing, [](Sensor& sensor) {
    const bool makes_up = sensor.is_local() && !sensor.reads_host();
    for (const Reading& reading : all_readings(sensor)) {
      EXPECT_TRUE(makes_up || !reading.value) << reading.quantity << " is " << *reading.value;
    }
  });
}

TEST_P(EverySensor, SaysWhatCanBeOfThisMachine) {
  root_.write("series.csv", "idle\n0.5\n0.25\n");
  const std::vector<Target> real = {{}, {.address = (root_.path() / "series.csv").string()}};
  with_each(real, [](Sensor& sensor) {
    if (!sensor.is_local()) {
      return;
    }
    for (const Reading& reading : all_readings(sensor)) {
      EXPECT_FALSE(reading.quantity.empty());
      EXPECT_FALSE(reading.unit.empty()) << reading.quantity;
      EXPECT_GE(reading.age, 0.0) << reading.quantity;
      const double value = reading.value.value_or(reading.least);
      EXPECT_TRUE(std::isfinite(value)) << reading.quantity;
      EXPECT_GE(value, reading.least) << reading.quantity;
      EXPECT_LE(value, reading.most) << reading.quantity;
    }
  });
}

TEST_P(EverySensor, ThrowsNothingButErrorsOfCoreWhenFilesMakeNoSense) {
  for (const char* text : {"", "\n\n", "cpu", "cpu -1 nan inf\n:::\n", "\xff\xfe 0x1 1e999\n"}) {
    for (const char* file :
         {"proc/stat", "proc/loadavg", "proc/meminfo", "proc/net/dev", "proc/vmstat",
          "proc/self/schedstat", "proc/self/cgroup", "proc/pressure/cpu", "sys/fs/cgroup/cpu.max",
          "sys/fs/cgroup/cpu.stat", "sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current"}) {
      root_.write(file, text);
    }
    with_each({{.root = root_.path()}, {.address = (root_.path() / "proc/stat").string()}},
              [](Sensor& sensor) { EXPECT_NO_THROW(all_readings(sensor)); });
  }
}

TEST_P(EverySensor, UnderstandsItsTargetOrSaysThatItDoesNot) {
  const std::string folder = root_.path().string();
  for (const std::string address : {"", " ", ":", "127.0.0.1:99999", "[::1", "127.0.0.1:1:1"}) {
    const std::vector<Target> odd = {{.root = folder, .address = address},
                                     {.root = folder, .address = address, .names = {""}},
                                     {.root = folder, .address = address, .names = {"1..2", ":"}}};
    EXPECT_NO_THROW(with_each(odd, [](Sensor&) {})) << address;
  }
}

INSTANTIATE_TEST_SUITE_P(Builtin, EverySensor, testing::ValuesIn(all_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace evenkeel::monitor
