// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The sensors of this machine, on files of tests.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/counter.hpp"
#include "evenkeel/monitor/test_root.hpp"
#include "evenkeel/monitor/test_sensor.hpp"

namespace evenkeel::monitor {
namespace {

using Unknown = std::nullopt_t;
constexpr Unknown kUnknown = std::nullopt;

/// /proc/stat of two processors.
std::string stat(double user, double system, double idle, double steal, int running = 1) {
  return "cpu  " + std::to_string(user) + " 0 " + std::to_string(system) + " " +
         std::to_string(idle) + " 0 0 0 " + std::to_string(steal) +
         " 0 0\ncpu0 1 2 3\ncpu1 1 2 3\nintr 5\nprocs_running " + std::to_string(running) + "\n";
}

TEST(Procfs, TellsHowTheTimeSinceTheLastLookWasSpent) {
  const FakeRoot root;
  root.write("proc/stat", stat(100, 10, 500, 0));
  const auto sensor = aimed("procfs", {.root = root.path()});

  EXPECT_EQ(value(look(*sensor, 0, 1.0), "cpu_idle"), kUnknown);
  root.write("proc/stat", stat(150, 20, 530, 10));
  const auto readings = look(*sensor, 0, 2.0);

  EXPECT_EQ(value(readings, "cpu_user"), 0.5);
  EXPECT_EQ(value(readings, "cpu_system"), 0.1);
  EXPECT_EQ(value(readings, "cpu_idle"), 0.3);
  EXPECT_EQ(value(readings, "cpu_steal"), 0.1);
}

TEST(Procfs, DoesNotKnowWhenCountersGoBackwardsAndRecovers) {
  const FakeRoot root;
  root.write("proc/stat", stat(1000, 10, 500, 0));
  const auto sensor = aimed("procfs", {.root = root.path()});
  look(*sensor, 0, 1.0);

  root.write("proc/stat", stat(10, 10, 500, 0));
  EXPECT_EQ(value(look(*sensor, 0, 2.0), "cpu_user"), kUnknown);
  root.write("proc/stat", stat(60, 10, 550, 0));
  EXPECT_EQ(value(look(*sensor, 0, 3.0), "cpu_user"), 0.5);
}

TEST(Counters, OfPartsAreUnknownWhileOneOfThemHasNoRate) {
  using Parts = std::map<std::string, double>;
  PartCounters<std::string> modes;

  EXPECT_EQ(modes.fractions({{"user", 10}, {"idle", 100}}, 1.0), Parts());
  EXPECT_EQ(modes.fractions({{"user", 13}, {"idle", 109}}, 2.0),
            (Parts{{"user", 0.25}, {"idle", 0.75}}));
  EXPECT_EQ(modes.fractions({{"user", 20}, {"idle", 5}}, 3.0), Parts());  // idle has wrapped
  EXPECT_EQ(modes.fractions({{"user", 21}, {"idle", 6}}, 4.0),
            (Parts{{"user", 0.5}, {"idle", 0.5}}));
  EXPECT_EQ(modes.fractions({{"user", 22}, {"idle", 7}, {"wait", 9}}, 5.0), Parts());
  EXPECT_EQ(modes.fractions({{"user", 22}, {"idle", 7}, {"wait", 9}}, 6.0), Parts());  // stands
}

TEST(Procfs, ReadsMemoryLoadAndFaults) {
  const FakeRoot root;
  root.write("proc/meminfo", "MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable: 400 kB\n");
  root.write("proc/loadavg", "0.25 0.5 0.75 1/100 4711\n");
  root.write("proc/vmstat", "pgfault 100\npgmajfault 7\n");
  const auto sensor = aimed("procfs", {.root = root.path()});

  EXPECT_EQ(value(look(*sensor, 1, 1.0), "load_1min"), 0.25);
  EXPECT_EQ(value(look(*sensor, 2, 1.0), "memory_available"), 409600.0);
  EXPECT_EQ(value(look(*sensor, 4, 1.0), "faults"), kUnknown);
  root.write("proc/vmstat", "pgfault 120\npgmajfault 8\n");
  const auto readings = look(*sensor, 4, 3.0);
  EXPECT_EQ(value(readings, "faults"), 10.0);
  EXPECT_EQ(value(readings, "major_faults"), 0.5);
}

TEST(Procfs, CountsPacketsAndBytesOfEveryInterfaceButTheLoopback) {
  const FakeRoot root;
  const std::string head = "Inter-| Receive\n face |bytes packets\n  lo: 5 5 0 0 0 0 0 0 5 5 0\n";
  root.write("proc/net/dev", head + "eth0:1000 10 0 0 0 0 0 0 2000 20 0 0 0 0 0 0\n");
  const auto sensor = aimed("procfs", {.root = root.path()});
  look(*sensor, 3, 1.0);

  root.write("proc/net/dev", head + "eth0:1500 15 0 0 0 0 0 0 2400 28 0 0 0 0 0 0\n");
  const auto readings = look(*sensor, 3, 1.5);

  EXPECT_EQ(readings.size(), 4U);
  EXPECT_EQ(value(readings, "eth0.bytes_in"), 1000.0);
  EXPECT_EQ(value(readings, "eth0.packets_in"), 10.0);
  EXPECT_EQ(value(readings, "eth0.bytes_out"), 800.0);
  EXPECT_EQ(value(readings, "eth0.packets_out"), 16.0);
}

TEST(Procfs, SaysSoWhenFilesAreMissingAndComesBackWithThem) {
  const FakeRoot root;
  const auto sensor = aimed("procfs", {.root = root.path()});

  EXPECT_THROW(look(*sensor, 1, 1.0), SystemError);
  root.write("proc/loadavg", "2.0");
  EXPECT_EQ(value(look(*sensor, 1, 2.0), "load_1min"), 2.0);
  root.write("proc/loadavg", "\xff garbage");
  EXPECT_EQ(value(look(*sensor, 1, 3.0), "load_1min"), kUnknown);
  root.write("proc/stat", "nonsense");
  EXPECT_THROW(look(*sensor, 0, 3.0), SystemError);
}

TEST(Cgroup, ReadsVersionTwo) {
  const FakeRoot root;
  const std::string group = "sys/fs/cgroup/job/";
  root.write("proc/self/cgroup", "0::/job\n");
  root.write(group + "cpu.max", "34000 100000\n");
  root.write(group + "cpu.stat", "usage_usec 1000000\nthrottled_usec 500000\n");
  root.write(group + "cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=200000\nfull\n");
  root.write(group + "memory.max", "max\n");
  root.write("sys/fs/cgroup/memory.max", "1048576\n");
  root.write(group + "memory.current", "4096\n");
  const auto sensor = aimed("cgroup", {.root = root.path()});
  for (const std::size_t probe : {1U, 2U}) {
    look(*sensor, probe, 1.0);
  }

  root.write(group + "cpu.stat", "usage_usec 1340000\nthrottled_usec 1100000\n");
  root.write(group + "cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=900000\nfull\n");

  EXPECT_EQ(value(look(*sensor, 0, 2.0), "cpu_quota"), 0.34);
  const auto use = look(*sensor, 1, 2.0);
  EXPECT_NEAR(value(use, "cpu_used").value_or(0), 0.34, 1e-12);
  EXPECT_NEAR(value(use, "cpu_throttled").value_or(0), 0.6, 1e-12);
  EXPECT_NEAR(value(look(*sensor, 2, 2.0), "cpu_pressure").value_or(0), 0.7, 1e-12);
  const auto memory = look(*sensor, 3, 2.0);
  EXPECT_EQ(value(memory, "memory_limit"), 1048576.0);
  EXPECT_EQ(value(memory, "memory_used"), 4096.0);
}

/// A job has 64 kB, of which another task has half; its own group has more than it may use.
TEST(Cgroup, MemoryIsThatOfTheGroupWithTheLeastLeft) {
  const FakeRoot root;
  root.write("proc/self/cgroup", "0::/job/task\n");
  root.write("sys/fs/cgroup/job/memory.max", "65536\n");
  root.write("sys/fs/cgroup/job/memory.current", "61440\n");
  root.write("sys/fs/cgroup/job/memory.stat", "anon 40960\ninactive_file 20480\n");
  root.write("sys/fs/cgroup/job/task/memory.max", "1048576\n");
  root.write("sys/fs/cgroup/job/task/memory.current", "8192\n");
  root.write("sys/fs/cgroup/job/task/memory.stat", "anon 8192\ninactive_file 0\n");
  const auto sensor = aimed("cgroup", {.root = root.path()});

  const auto memory = look(*sensor, 3, 1.0);
  EXPECT_EQ(value(memory, "memory_limit"), 65536.0);
  EXPECT_EQ(value(memory, "memory_used"), 40960.0);
}

TEST(Cgroup, ReadsVersionOne) {
  const FakeRoot root;
  root.write("proc/self/cgroup", "4:memory:/job\n2:cpuacct:/job\n1:cpu:/job\n");
  root.write("sys/fs/cgroup/cpu/job/cpu.stat", "nr_periods 5\nthrottled_time 1000000000\n");
  root.write("sys/fs/cgroup/cpuacct/job/cpuacct.usage", "2000000000\n");
  root.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
  root.write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "123\n");
  root.write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
  const auto sensor = aimed("cgroup", {.root = root.path()});
  look(*sensor, 1, 1.0);
  look(*sensor, 2, 1.0);

  root.write("sys/fs/cgroup/cpu/job/cpu.stat", "nr_periods 9\nthrottled_time 1500000000\n");
  root.write("sys/fs/cgroup/cpuacct/job/cpuacct.usage", "2250000000\n");
  root.write("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=500000\n");

  const auto use = look(*sensor, 1, 2.0);
  EXPECT_NEAR(value(use, "cpu_throttled").value_or(0), 0.5, 1e-12);
  EXPECT_NEAR(value(use, "cpu_used").value_or(0), 0.25, 1e-12);
  EXPECT_NEAR(value(look(*sensor, 2, 2.0), "cpu_pressure").value_or(0), 0.5, 1e-12);
  const auto memory = look(*sensor, 3, 2.0);
  EXPECT_EQ(value(memory, "memory_limit"), kUnknown);
  EXPECT_EQ(value(memory, "memory_used"), 123.0);
}

TEST(Cgroup, FollowsTheProcessToAnotherGroupAndItsQuotaUpwards) {
  const FakeRoot root;
  root.write("proc/self/cgroup", "1:cpu:/a\n");
  root.write("sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "3400\n");
  root.write("sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "10000\n");
  root.write("sys/fs/cgroup/cpu/b/cpu.cfs_quota_us", "-1\n");
  root.write("sys/fs/cgroup/cpu/b/cpu.cfs_period_us", "10000\n");
  root.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "5000\n");
  root.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "10000\n");
  const auto sensor = aimed("cgroup", {.root = root.path()});

  EXPECT_EQ(value(look(*sensor, 0, 1.0), "cpu_quota"), 0.34);
  root.write("sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "1600\n");
  EXPECT_EQ(value(look(*sensor, 0, 2.0), "cpu_quota"), 0.16);
  root.write("proc/self/cgroup", "1:cpu:/b\n");
  EXPECT_EQ(value(look(*sensor, 0, 3.0), "cpu_quota"), 0.5);
}

TEST(Cgroup, IsUnknownNotZeroWhereThereIsNone) {
  const FakeRoot root;
  const auto sensor = aimed("cgroup", {.root = root.path()});

  for (std::size_t probe = 0; probe < sensor->probes(); ++probe) {
    for (const Reading& reading : look(*sensor, probe, 1.0)) {
      EXPECT_EQ(reading.value, kUnknown) << reading.quantity;
    }
  }
}

/// One of two processors' time went to two processes that ran, one of them in the system half of
/// its time; the other processor idled 20 % of the time of both.
TEST(CpuAvailability, OfANewProcessFollowsTheRunQueue) {
  const FakeRoot root;
  root.write("proc/stat", stat(0, 0, 0, 0));
  root.write("proc/loadavg", "3.0 0 0");
  root.write("proc/self/schedstat", "0 0 1");
  const auto sensor = aimed("cpu_availability", {.root = root.path()}, {{"smoothing", 1.0}});
  look(*sensor, 0, 0.0);

  root.write("proc/stat", stat(60, 20, 20, 0, 4));
  root.write("proc/self/schedstat", "300000000 100000000 9");
  const auto readings = look(*sensor, 0, 1.0);

  // idle 0.4 + (user 1.2 + w sys 0.6 * 0.4) / (3 others + 1)
  EXPECT_NEAR(value(readings, "new_process").value_or(0), 0.4 + 1.44 / 4.0, 1e-12);
  EXPECT_NEAR(value(readings, "running_process").value_or(0), 0.75, 1e-12);
  EXPECT_NEAR(value(readings, "by_load").value_or(0), 0.5, 1e-12);
}

TEST(CpuAvailability, IsNeverMoreThanOneProcessor) {
  const FakeRoot root;
  root.write("proc/stat", stat(0, 0, 0, 0));
  root.write("proc/loadavg", "0.0 0 0");
  root.write("proc/self/schedstat", "0 0 1");
  const auto sensor = aimed("cpu_availability", {.root = root.path()});
  look(*sensor, 0, 0.0);

  root.write("proc/stat", stat(0, 0, 100, 0));
  const auto readings = look(*sensor, 0, 1.0);

  EXPECT_EQ(value(readings, "new_process"), 1.0);
  EXPECT_EQ(value(readings, "by_load"), 1.0);
  EXPECT_EQ(value(readings, "running_process"), kUnknown);
}

TEST(Counter, FasterThanAnythingCountsIsALie) {
  Counter counter;
  counter.rate(100.0, 0.0);

  EXPECT_EQ(counter.rate(18446744073709551615.0, 0.3), std::nullopt);
  EXPECT_EQ(counter.rate(18446744073709551615.0, 1.3), 0.0);
}

}  // namespace
}  // namespace evenkeel::monitor
