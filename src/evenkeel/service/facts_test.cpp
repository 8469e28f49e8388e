// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What of the readings becomes facts, and what of facts a sample.
#include "evenkeel/service/facts.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::service {
namespace {

monitor::Observed seen(std::string sensor, std::string quantity, std::optional<double> value,
                       std::string host = {}) {
  monitor::Observed observed;
  observed.host = std::move(host);
  observed.sensor = std::move(sensor);
  observed.quantity = std::move(quantity);
  observed.value = value;
  return observed;
}

TEST(Facts, FirstSensorThatKnowsAQuantityCounts) {
  const HostFacts facts = host_facts(
      {seen("snmp", "memory_available", std::nullopt), seen("prometheus", "memory_available", 5.0),
       seen("procfs", "memory_available", 7.0)},
      "n1");

  EXPECT_EQ(facts.memory_available, 5.0);
  EXPECT_TRUE(std::isnan(facts.quota));
}

TEST(Facts, SensorOfManyHostsCountsForTheOwnOne) {
  const HostFacts facts = host_facts(
      {seen("ganglia", "n2.memory_total", 1.0), seen("ganglia", "n1.memory_total", 2.0)}, "n1");

  EXPECT_EQ(facts.memory_total, 2.0);
}

TEST(Facts, ForecastsAreMadeOfWhatIsReadAsForecast) {
  EXPECT_TRUE(is_foreseen("running_process"));
  EXPECT_TRUE(is_foreseen("n1.memory_available"));
  EXPECT_FALSE(is_foreseen("eth0.packets_in"));
}

/// 1 / mean CAF is the communication power, of interfaces with packets.
TEST(Facts, TrafficIsTheMeanOfTheInterfacesThatAreBusy) {
  const HostFacts facts = host_facts(
      {seen("procfs", "eth0.packets_in", 300.0), seen("procfs", "eth0.packets_out", 100.0),
       seen("procfs", "eth1.packets_out", 200.0), seen("procfs", "idle.packets_in", 0.0),
       seen("procfs", "lo.packets_in", 100.0), seen("procfs", "eth0.bytes_in", 5.0)},
      "n1");

  EXPECT_EQ(facts.packets, 300.0);
  EXPECT_EQ(facts.bytes, 5.0);
  EXPECT_EQ(host_facts({seen("procfs", "eth0.packets_in", 0.0)}, "n1").packets, 0.0);
  EXPECT_TRUE(std::isnan(host_facts({seen("procfs", "lo.packets_in", 1.0)}, "n1").packets));
}

TEST(Facts, TrafficOfOtherHostsDoesNotCount) {
  const HostFacts facts = host_facts(
      {seen("snmp@switch", "if1.packets_in", 9e6, "switch"),
       seen("ganglia", "hostB.packets_in", 900.0, "hostB"),
       seen("ganglia", "n1.packets_in", 30.0, "n1"), seen("ganglia", "n1.packets_out", 10.0, "n1")},
      "n1");

  EXPECT_EQ(facts.packets, 40.0);
  EXPECT_TRUE(std::isnan(
      host_facts({seen("prometheus@other", "memory_total", 8e9, "other")}, "n1").memory_total));
}

TEST(Facts, TrafficToldTwiceCountsOnce) {
  const HostFacts facts = host_facts(
      {seen("procfs", "eth0.packets_in", 40.0), seen("procfs", "eth1.packets_in", 60.0),
       seen("snmp", "if2.packets_in", 44.0), seen("prometheus", "eth0.packets_in", 41.0)},
      "n1");

  EXPECT_EQ(facts.packets, 50.0);
}

/// c_n / k_n a process.                                                      (algorithms 5.3.2)
TEST(Facts, RanksOfAHostShareItsCommunicationPower) {
  std::vector<Facts> all(5);
  for (Facts& facts : all) {
    facts.host.packets = 100.0;
    facts.bandwidth = facts.host.bandwidth = 1e8;
  }
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  const machine::Sample sample = sample_of(all, std::vector{0, 1, 1, 1, 1}, {});

  for (const char* comm : {"caf", "nws", "available"}) {
    const auto drum = registry.make("drum_power", {{"comm", std::string(comm)}, {"weight", 1.0}});
    const std::vector<double> share = drum->shares(sample).share;
    EXPECT_DOUBLE_EQ(share[0], 0.5) << comm;
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
      EXPECT_DOUBLE_EQ(share[rank], 0.125) << comm;
    }
  }
}

TEST(Facts, LoadIsOfJobsThatShareAProcessor) {
  std::vector<Facts> all(3);
  all[0].host = {.load = 6.0, .processors = 2.0};
  all[0].held = 3328.0;
  all[1].host = {.load = 0.5, .processors = 2.0};
  const machine::Sample sample = sample_of(all, std::vector{0, 1, 2}, {});

  EXPECT_EQ(sample.nodes[0].load, 3.0);
  EXPECT_EQ(sample.nodes[0].work, 3328.0);
  EXPECT_EQ(sample.nodes[1].load, 1.0);
  EXPECT_EQ(sample.nodes[2].load, std::nullopt);
  EXPECT_EQ(host_facts({seen("procfs", "load_1min", 1.5)}, "n1").load, 1.5);
  EXPECT_TRUE(is_wanted("load_1min"));
}

/// Nothing has taken a step: what ranks hold is no run queue.
TEST(Facts, CellsAloneDoNotChangeSharesOfTheProactiveMetric) {
  std::vector<Facts> all(2);
  all[0].held = 3328.0;
  all[1].held = 1000.0;
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);

  const auto shares = registry.make("cpu_proactive")->shares(sample_of(all, std::vector{0, 1}, {}));
  EXPECT_DOUBLE_EQ(shares.share[0], 0.5);
}

TEST(Facts, CellsAreTheWorkThatMemoryIsFor) {
  std::vector<Facts> all(2);
  for (Facts& facts : all) {
    facts.host = {.load = 2.0, .processors = 1.0, .memory_available = 2e9, .memory_total = 4e9};
  }
  all[0].held = 3000.0;
  all[1].held = 1000.0;
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);

  const auto sample = sample_of(all, std::vector{0, 1}, {});
  EXPECT_DOUBLE_EQ(registry.make("memory_proactive")->shares(sample).share[0], 0.75);
}

TEST(Facts, DescriptionSaysWhatNoSensorKnows) {
  const machine::Tree machine({{.id = 0, .type = machine::NodeType::kNetwork, .parent = -1},
                               {.id = 1,
                                .name = "n1",
                                .parent = 0,
                                .benchmark = 80.0,
                                .latency = 1e-5,
                                .memory = 4e9,
                                .cores = 0.5}});
  Facts facts;
  describe(facts, machine, "n1");
  Facts sensed;
  sensed.host = {.quota = 1.0, .memory_available = 1e9, .memory_total = 2e9, .latency = 3e-5};
  describe(sensed, machine, "n1");

  EXPECT_EQ(facts.rating, 80.0);
  EXPECT_EQ(facts.host.quota, 0.5);
  EXPECT_EQ(facts.host.memory_available, 4e9);
  EXPECT_EQ(facts.host.latency, 1e-5);
  EXPECT_EQ(sensed.host.quota, 1.0);
  EXPECT_EQ(sensed.host.memory_available, 1e9);
  EXPECT_EQ(sensed.host.memory_total, 2e9);
  EXPECT_EQ(sensed.host.latency, 3e-5);
}

/// As `evenkeel capacity` has it for the same machine: 2 processors of 4, and half of one.
TEST(Facts, RanksGetTheProcessorsThatAreDescribed) {
  const machine::Tree machine(
      {{.id = 0, .type = machine::NodeType::kNetwork, .parent = -1},
       {.id = 1,
        .type = machine::NodeType::kMultipleComputing,
        .name = "n1",
        .parent = 0,
        .benchmark = 10.0,
        .processors = 4,
        .cores = 2.0},
       {.id = 2, .name = "n2", .parent = 0, .benchmark = 10.0, .cores = .5}});
  std::vector<Facts> all(5);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    describe(all[rank], machine, rank < 4 ? "n1" : "n2");
  }
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);

  const auto share =
      registry.make("drum_power")->shares(sample_of(all, std::vector{0, 0, 0, 0, 1}, {})).share;
  const auto rest = registry.make("drum_power")->shares(machine::sample_of(machine)).share;

  EXPECT_THAT(share, testing::Each(testing::DoubleEq(0.2)));
  EXPECT_DOUBLE_EQ(rest[0], share[0] + share[1] + share[2] + share[3]);
}

TEST(Facts, ControlGroupMayLeaveLessMemoryThanTheMachine) {
  const HostFacts facts =
      host_facts({seen("procfs", "memory_available", 8e9), seen("procfs", "memory_total", 16e9),
                  seen("cgroup", "memory_limit", 4e9), seen("cgroup", "memory_used", 1e9)},
                 "n1");

  EXPECT_EQ(facts.memory_available, 3e9);
  EXPECT_EQ(facts.memory_total, 4e9);
}

TEST(Facts, AvailabilityIsTheLessOfQuotaAndWhatOthersLeave) {
  EXPECT_EQ(availability({.quota = 0.5}, 2), 0.25);
  EXPECT_EQ(availability({.quota = 0.5, .running = 0.1}, 1), 0.1);
  EXPECT_EQ(availability({.quota = 0.5, .running = 1.0}, 1), 0.5);
  EXPECT_EQ(availability({.running = 0.7, .fresh = 0.2}, 1), 0.7);
  EXPECT_EQ(availability({.fresh = 0.2}, 1), 0.2);
  EXPECT_EQ(availability({}, 1), std::nullopt);
}

TEST(Facts, RanksOfAHostHaveEqualPartsOfWhatItsFirstRankSees) {
  std::vector<Facts> all(3);
  all[0].host.memory_available = 6e9;
  all[2].host.memory_available = 5e9;
  const std::vector<int> host = {0, 0, 1};

  share_on_hosts(all, host);
  const machine::Sample sample = sample_of(all, host, {});

  EXPECT_EQ(sample.nodes[0].memory_available, 3e9);
  EXPECT_EQ(sample.nodes[1].memory_available, 3e9);
  EXPECT_EQ(sample.nodes[2].memory_available, 5e9);
  EXPECT_EQ(sample.nodes[1].parent, "host0");
  EXPECT_FALSE(sample.nodes[1].share);
}

/// Hosts 0 and 1 are below a switch, which is as busy as both; host 2 is beside it.
TEST(Facts, PowersGoUpTheNetworksOfTheDescription) {
  std::vector<Facts> all(4);
  for (Facts& facts : all) {
    facts.host.packets = 100.0;
  }
  const std::vector<int> host = {0, 1, 2, 2};
  const NetworkFacts networks{.above = {{9, 4}, {4}, {}, {}}};
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  const auto drum = registry.make("drum_power", {{"weight", 1.0}});

  const auto flat = drum->shares(sample_of(all, host, {})).share;
  const auto tree = drum->shares(sample_of(all, host, {}, networks)).share;

  EXPECT_THAT(flat, testing::Pointwise(testing::DoubleEq(),
                                       std::vector{1.0 / 3, 1.0 / 3, 1.0 / 6, 1.0 / 6}));
  EXPECT_THAT(tree, testing::Pointwise(testing::DoubleEq(),
                                       std::vector{1.0 / 6, 1.0 / 6, 1.0 / 3, 1.0 / 3}));
}

/// The same switch, which others keep as busy as three hosts.
TEST(Facts, PowersOfNetworksThatAreAskedAreTheirOwn) {
  std::vector<Facts> all(3);
  for (Facts& facts : all) {
    facts.host.packets = 100.0;
  }
  const std::vector<int> host = {0, 1, 2};
  const NetworkFacts networks{.above = {{4}, {4}, {}}, .traffic = {{4, 300.0, 3e5}}};
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  const auto drum = registry.make("drum_power", {{"weight", 1.0}});

  const auto shares = drum->shares(sample_of(all, host, {}, networks)).share;

  EXPECT_THAT(shares,
              testing::Pointwise(testing::DoubleEq(), std::vector{1.0 / 8, 1.0 / 8, 3.0 / 4}));
}

TEST(Facts, TrafficOfNetworksIsWhatSensorsAimedAtThemSay) {
  const machine::Tree machine(
      {{.id = 7, .type = machine::NodeType::kNetwork, .parent = -1},
       {.id = 4, .type = machine::NodeType::kNetwork, .address = "127.0.0.1:1161", .parent = 7},
       {.id = 1, .name = "host0", .parent = 4}});
  const auto told = [](std::string sensor, std::string quantity, double value) {
    monitor::Observed seen;
    seen.sensor = std::move(sensor);
    seen.quantity = std::move(quantity);
    seen.host = "127.0.0.1";
    seen.value = value;
    return seen;
  };

  const auto traffic = network_traffic(
      {told("procfs", "eth0.packets_in", 7.0), told("snmp@127.0.0.1:1161", "1.packets_in", 30.0),
       told("snmp@127.0.0.1:1161", "2.packets_out", 10.0)},
      machine);
  const auto silent = network_traffic({told("procfs", "eth0.packets_in", 7.0)}, machine);

  ASSERT_EQ(traffic.size(), 1U);
  EXPECT_EQ(traffic.front().network, 4);
  EXPECT_DOUBLE_EQ(traffic.front().packets, 20.0);
  EXPECT_TRUE(silent.empty());
}

TEST(Facts, QuotaThatIsInTheRateDoesNotCountAgain) {
  std::vector<Facts> all(2);
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    all[rank].host.quota = all[rank].availability = rank == 0 ? 0.5 : 1.0;
    all[rank].rate = rank == 0 ? 50.0 : 100.0;
  }
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  const auto measured = registry.make("measured");

  EXPECT_DOUBLE_EQ(measured->shares(sample_of(all, std::vector{0, 1}, {})).share[0], 1.0 / 3.0);
  all[0].host.quota = 1.0;  // it gets all of the processor from now on
  EXPECT_DOUBLE_EQ(measured->shares(sample_of(all, std::vector{0, 1}, {})).share[0], 0.5);
}

TEST(Facts, OwnBudgetMayBeLessThanTheHostHas) {
  std::vector<Facts> all(1);
  all[0].host.memory_available = 6e9;
  all[0].room = 1e9;

  EXPECT_EQ(sample_of(all, std::vector{0}, {}).nodes[0].memory_available, 1e9);
}

}  // namespace
}  // namespace evenkeel::service
