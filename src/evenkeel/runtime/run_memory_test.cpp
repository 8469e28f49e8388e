// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a run remembers survives a checkpoint.
#include "evenkeel/runtime/run_memory.hpp"

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {
namespace {

TEST(RunMemory, ComesBackBitForBit) {
  RunMemory memory;
  memory.manager.chances = 17;
  memory.manager.last_repartition = 12;
  memory.manager.capacity = {0.1, 1.0 / 3.0};
  memory.manager.capacity_measured = true;
  memory.manager.step = 64;
  memory.manager.elapsed_seconds = 12.25;
  memory.manager.balance_seconds = -0.1;
  memory.manager.lead_of_equal = 1e-300;
  memory.manager.load = {1.0, 2.0, 3.0, 4.0};
  memory.manager.rival_load = {5.0};
  memory.manager.expected_advantage = 0.7;
  memory.manager.beyond_reach = {0.01, 0.02};
  memory.manager.character = {
      .regrids = 9, .octant = 7, .since = 2, .method = "isp", .last = {8.0, 1.0 / 3.0, 100.0}};
  memory.sums = {{"density", 1.0 / 7.0}, {"energy", -0.0}};
  memory.regrids = 33;
  memory.sense.hosts = "00ff";
  memory.sense.speeds.resize(2);
  memory.sense.speeds[1].sum = {1e7, 1.0 / 3.0};
  memory.sense.speeds[1].windows = 4.0;
  memory.sense.speeds[1].is_probed = true;
  memory.sense.announced = {{0.5, 0.1, 2e6}, {}};
  memory.sense.trust = 0.25;
  memory.sense.shares = {0.3, 0.7};
  memory.sense.weights = {0.6, 0.1, 0.3};
  memory.sense.costs = {{1e6, 2e6}, {0.9, 1.05}};
  memory.sense.prices.bandwidth = 3e8;
  memory.sense.prices.evidence = manager::Evidence::kSeen;
  memory.source_price = 0.7;
  memory.block_cost = {1.0, 1.5};

  const RunMemory again = memory_from_json(to_json(memory));

  EXPECT_EQ(again.manager.chances, 17);
  EXPECT_EQ(again.manager.last_repartition, 12);
  EXPECT_EQ(again.manager.capacity, memory.manager.capacity);
  EXPECT_TRUE(again.manager.capacity_measured);
  EXPECT_EQ(again.manager.step, 64);
  EXPECT_EQ(again.manager.elapsed_seconds, 12.25);
  EXPECT_EQ(again.manager.balance_seconds, -0.1);
  EXPECT_EQ(again.manager.lead_of_equal, 1e-300);
  EXPECT_EQ(again.manager.load, memory.manager.load);
  EXPECT_TRUE(again.manager.kept_load.empty());
  EXPECT_EQ(again.manager.rival_load, memory.manager.rival_load);
  EXPECT_EQ(again.manager.expected_advantage, 0.7);
  EXPECT_EQ(again.manager.beyond_reach.by_rates, 0.01);
  EXPECT_EQ(again.manager.beyond_reach.by_shares, 0.02);
  EXPECT_EQ(again.manager.character.octant, 7);
  EXPECT_EQ(again.manager.character.method, "isp");
  EXPECT_EQ(again.manager.character.last, memory.manager.character.last);
  EXPECT_EQ(again.sums, memory.sums);
  EXPECT_EQ(again.regrids, 33);
  EXPECT_EQ(again.sense.hosts, "00ff");
  ASSERT_EQ(again.sense.speeds.size(), 2U);
  EXPECT_EQ(again.sense.speeds[1].sum.rate(), 3e7);
  EXPECT_EQ(again.sense.speeds[1].windows, 4.0);
  EXPECT_TRUE(again.sense.speeds[1].is_probed);
  EXPECT_EQ(again.sense.announced[0].rate, 2e6);
  EXPECT_EQ(again.sense.trust, 0.25);
  EXPECT_EQ(again.sense.shares, memory.sense.shares);
  EXPECT_EQ(again.sense.costs.costs(), memory.sense.costs.costs());
  EXPECT_EQ(again.sense.costs.updates(), memory.sense.costs.updates());
  EXPECT_EQ(again.sense.prices.bandwidth, 3e8);
  EXPECT_EQ(again.sense.prices.evidence, manager::Evidence::kSeen);
  EXPECT_EQ(again.source_price, 0.7);
  EXPECT_EQ(again.block_cost, memory.block_cost);
  EXPECT_EQ(to_json(again), to_json(memory));
}

TEST(RunMemory, OlderCheckpointsKnowNothingOfRanks) {
  const RunMemory memory =
      memory_from_json(R"({"manager": {"chances": 3}, "sums": {}, "regrids": 2})");

  EXPECT_EQ(memory.manager.chances, 3);
  EXPECT_TRUE(memory.sense.speeds.empty());
  EXPECT_EQ(memory.source_price, 1.0);
}

TEST(RunMemory, DamageIsBadInput) {
  EXPECT_THROW(memory_from_json("null"), InputError);
  EXPECT_THROW(memory_from_json("{\"manager\": {}}"), InputError);
  EXPECT_THROW(memory_from_json("{"), InputError);
}

/// As an edited file may have it: hashes guard against accidents only.
TEST(RunMemory, WhatDoesNotGoTogetherIsBadInput) {
  RunMemory good;
  good.sense.speeds.resize(2);
  good.sense.announced.resize(2);
  good.sense.shares = {0.3, 0.7};
  good.sense.costs = {{1e6, 2e6}, {0.9, 1.05}};
  EXPECT_NO_THROW(memory_from_json(to_json(good)));
  const auto refused = [&good](auto&& spoil) {
    RunMemory bad = good;
    spoil(bad);
    EXPECT_THROW(memory_from_json(to_json(bad)), InputError);
  };

  refused([](RunMemory& bad) { bad.sense.announced.pop_back(); });
  refused([](RunMemory& bad) { bad.sense.shares = {1.0}; });
  refused([](RunMemory& bad) { bad.sense.shares = {0.0, 0.0}; });
  refused([](RunMemory& bad) { bad.sense.costs = {{1e6}, {0.9, 1.05}}; });
  refused([](RunMemory& bad) { bad.sense.prices.bandwidth = -1.0; });
  refused([](RunMemory& bad) { bad.sense.speeds[0].sum.seconds = -1.0; });
  refused([](RunMemory& bad) { bad.block_cost = {-1.0}; });
}

}  // namespace
}  // namespace evenkeel::runtime
