// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What of the readings becomes facts, and what of facts a sample.
#include "evenkeel/service/facts.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::service {
namespace {

monitor::Observed seen(std::string sensor, std::string quantity, std::optional<double> value) {
  monitor::Observed observed;
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

TEST(Facts, TrafficIsThatOfAllInterfacesButTheLoopback) {
  const HostFacts facts =
      host_facts({seen("procfs", "eth0.packets_in", 3.0), seen("procfs", "eth1.packets_out", 4.0),
                  seen("procfs", "lo.packets_in", 100.0)},
                 "n1");

  EXPECT_EQ(facts.packets, 7.0);
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
