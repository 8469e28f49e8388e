// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every rank plays a host of its own on the loopback.
/// ranks: 1 2 3
#include "evenkeel/service/link_cliques.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/monitor/sensor_list.hpp"

namespace evenkeel::service {
namespace {

using monitor::NetworkAddress;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr NetworkAddress kLoopback{0x7f000001, 0x7f000000};
constexpr NetworkAddress kElsewhere{0x0a000001, 0x0a000000};

class Links : public testing::Test {
 protected:
  Links() : world_(MPI_COMM_WORLD) {}

  std::vector<std::string> aim(int clique, std::vector<std::string> words) const {
    // The first network is this rank's alone.
    const NetworkAddress own{kElsewhere.address, static_cast<std::uint32_t>(world_.rank())};
    return aim_links(world_, clique, std::vector{own, kLoopback}, std::move(words));
  }

  comm::Communicator world_;
};

TEST_F(Links, FindEachOtherInTheNetworkTheyShare) {
  const std::vector<std::string> words = aim(0, {"procfs", "link_latency,timeout=0.5"});

  EXPECT_EQ(words.front(), "procfs");
  if (world_.size() == 1) {
    EXPECT_EQ(words.size(), 1U);  // nobody to ask
    return;
  }
  ASSERT_EQ(words.size(), 2U);
  EXPECT_THAT(words[1], StartsWith("link_latency=127.0.0.1:"));
  EXPECT_THAT(words[1], HasSubstr(",timeout=0.5,name=127.0.0.1:"));
  EXPECT_EQ(std::ranges::count(words[1], '='), 1 + world_.size());
}

TEST_F(Links, AreMeasuredAsAimed) {
  const std::vector<std::string> words = aim(0, {"link_bandwidth"});
  if (world_.size() == 1) {
    return;
  }
  Registry<monitor::Sensor> registry;
  monitor::register_builtin(registry);
  const monitor::NamedSensor made = monitor::make_sensor(registry, words.front());
  world_.barrier();  // all listen

  bool is_known = false;
  const double end = wall_seconds() + 10.0;
  while (world_.min(is_known || wall_seconds() > end ? 1.0 : 0.0) == 0.0) {
    std::vector<monitor::Reading> readings;
    made.sensor->read(0, wall_seconds(), readings);
    is_known = std::ranges::all_of(readings, [](const auto& each) { return each.value > 1e4; });
  }

  EXPECT_TRUE(is_known);
}

/// Both kinds by one token: each is measured, and never while the other is.
TEST_F(Links, OfBothKindsTakeTurns) {
  const std::vector<std::string> words = aim(0, {"link_bandwidth", "link_latency"});
  if (world_.size() == 1) {
    return;
  }
  const auto address = [](const std::string& word) {
    return word.substr(word.find('='), word.find(',') - word.find('='));
  };
  EXPECT_EQ(address(words[0]), address(words[1]));
  Registry<monitor::Sensor> registry;
  monitor::register_builtin(registry);
  std::vector<monitor::NamedSensor> made;
  for (const std::string& word : words) {
    made.push_back(monitor::make_sensor(registry, word));
  }
  world_.barrier();  // all listen

  bool is_known = false;
  const double end = wall_seconds() + 10.0;
  while (world_.min(is_known || wall_seconds() > end ? 1.0 : 0.0) == 0.0) {
    std::vector<monitor::Reading> readings;
    for (const monitor::NamedSensor& each : made) {
      each.sensor->read(0, wall_seconds(), readings);
    }
    is_known = std::ranges::all_of(readings, [](const auto& each) { return each.value > 0.0; });
  }

  EXPECT_TRUE(is_known);
}

TEST_F(Links, AreProbedAmongSiblingsOnly) {
  const std::vector<std::string> words = aim(world_.rank() == 2 ? 1 : 0, {"link_latency"});

  const bool has_sibling = world_.size() > 1 && world_.rank() < 2;
  ASSERT_EQ(words.size(), has_sibling ? 1U : 0U);
  if (has_sibling) {
    EXPECT_EQ(std::ranges::count(words.front(), '='), 2);
  }
}

TEST_F(Links, ThoseWithAnAddressStayAsTheyAre) {
  const std::string word = "link_latency=127.0.0.1:7001,name=127.0.0.1:7002";

  EXPECT_THAT(aim(0, {word}), ElementsAre(word));
}

TEST(Cliques, AreOfFirstRanksOfSiblings) {
  using machine::NodeType;
  const machine::Tree tree({{.id = 0, .type = NodeType::kNetwork, .name = "all", .parent = -1},
                            {.id = 1, .type = NodeType::kNetwork, .name = "rack", .parent = 0},
                            {.id = 2, .name = "alone", .parent = 0},
                            {.id = 3, .name = "a", .parent = 1},
                            {.id = 4, .name = "b", .parent = 1}});

  EXPECT_EQ(clique_of({}, tree, "a"), clique_of({}, tree, "b"));
  EXPECT_NE(clique_of({}, tree, "a"), kNoClique);
  EXPECT_EQ(clique_of({}, tree, "alone"), kNoClique);
  EXPECT_EQ(clique_of({}, tree, "unknown"), kNoClique);
  EXPECT_EQ(clique_of({}, std::nullopt, "unknown"), 0);
  EXPECT_EQ(clique_of({.rank_on_node = 1, .ranks_on_node = 2}, std::nullopt, "a"), kNoClique);
}

}  // namespace
}  // namespace evenkeel::service
