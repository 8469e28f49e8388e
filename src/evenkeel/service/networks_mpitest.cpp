// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every rank plays a host of its own.
/// ranks: 1 2 3
#include "evenkeel/service/networks.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::service {
namespace {

using machine::NodeType;
using testing::ElementsAre;
using testing::IsEmpty;

machine::Tree site() {
  return machine::Tree({{.id = 7, .type = NodeType::kNetwork, .name = "all", .parent = -1},
                        {.id = 4, .type = NodeType::kNetwork, .name = "hall", .parent = 7},
                        {.id = 9, .type = NodeType::kNetwork, .name = "rack", .parent = 4},
                        {.id = 1, .name = "host0", .parent = 9},
                        {.id = 2, .name = "host1", .parent = 4},
                        {.id = 3, .name = "host2", .parent = 7}});
}

TEST(Networks, AreThoseBetweenAHostAndTheRoot) {
  EXPECT_THAT(networks_above(site(), "host0"), ElementsAre(9, 4));
  EXPECT_THAT(networks_above(site(), "host1"), ElementsAre(4));
  EXPECT_THAT(networks_above(site(), "host2"), IsEmpty());
  EXPECT_THAT(networks_above(site(), "nobody"), IsEmpty());
}

TEST(Networks, AreToldToAll) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const int rank = world.rank();

  const auto all = networks_of_ranks(world, site(), fmt::format("host{}", rank));
  const auto none = networks_of_ranks(world, std::nullopt, "host0");

  ASSERT_EQ(all.size(), static_cast<std::size_t>(world.size()));
  EXPECT_THAT(all.front(), ElementsAre(9, 4));
  if (world.size() > 1) {
    EXPECT_THAT(all[1], ElementsAre(4));
  }
  EXPECT_THAT(none, testing::Each(IsEmpty()));
}

/// A hall and two racks that answer, of which host2 and host3 are not in the run.
machine::Tree answering() {
  const auto network = [](int id, int parent) {
    machine::Node node{.id = id, .type = NodeType::kNetwork, .parent = parent};
    node.address = fmt::format("10.0.{}.1", id);
    node.is_monitorable = true;
    return node;
  };
  return machine::Tree({network(7, -1),
                        network(4, 7),
                        network(9, 7),
                        {.id = 1, .name = "host2", .parent = 4},
                        {.id = 2, .name = "host0", .parent = 4},
                        {.id = 3, .name = "host1", .parent = 9},
                        {.id = 5, .name = "host3", .parent = 9}});
}

TEST(Networks, AreAskedByHostsOfTheRun) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const int rank = world.rank();

  const auto asked = represented_networks(world, answering(), fmt::format("host{}", rank % 2));
  const auto without = represented_networks(world, std::nullopt, "host0");

  if (world.size() == 1) {
    EXPECT_THAT(asked, ElementsAre("10.0.7.1", "10.0.4.1"));
  } else if (rank % 2 == 0) {
    EXPECT_THAT(asked, ElementsAre("10.0.7.1", "10.0.4.1"));
  } else {
    EXPECT_THAT(asked, ElementsAre("10.0.9.1"));
  }
  EXPECT_THAT(without, IsEmpty());
}

TEST(Networks, AreAskedOneByOne) {
  const std::vector<std::string> words = {"procfs", "snmp,community=lab", "snmp=10.0.0.9"};
  const std::vector<std::string> networks = {"10.0.4.1", "10.0.9.1:1161"};

  EXPECT_THAT(aim_at_networks(networks, words),
              ElementsAre("procfs", "snmp=10.0.4.1,community=lab",
                          "snmp=10.0.9.1:1161,community=lab", "snmp=10.0.0.9"));
  EXPECT_THAT(aim_at_networks({}, words), ElementsAre("procfs", "snmp=10.0.0.9"));
}

TEST(Networks, TrafficIsToldToAll) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const int rank = world.rank();
  const std::vector<NetworkTraffic> told = {{4, 100.0, 1e4}, {20 - rank, 1.0 + rank, 0.0}};
  NetworkFacts networks{.above = {{4}}};
  NetworkFacts none{.above = {{}}};

  share_traffic(world, told, networks);
  share_traffic(world, told, none);

  ASSERT_EQ(networks.traffic.size(), 1 + static_cast<std::size_t>(world.size()));
  EXPECT_EQ(networks.traffic.front().packets, 100.0);
  EXPECT_EQ(networks.traffic.back().network, 20);
  EXPECT_EQ(networks.traffic.back().packets, 1.0);
  EXPECT_THAT(none.traffic, IsEmpty());
}

}  // namespace
}  // namespace evenkeel::service
