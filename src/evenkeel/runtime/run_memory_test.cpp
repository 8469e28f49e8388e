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
  memory.sums = {{"density", 1.0 / 7.0}, {"energy", -0.0}};
  memory.regrids = 33;

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
  EXPECT_EQ(again.sums, memory.sums);
  EXPECT_EQ(again.regrids, 33);
  EXPECT_EQ(to_json(again), to_json(memory));
}

TEST(RunMemory, DamageIsBadInput) {
  EXPECT_THROW(memory_from_json("null"), InputError);
  EXPECT_THROW(memory_from_json("{\"manager\": {}}"), InputError);
  EXPECT_THROW(memory_from_json("{"), InputError);
}

}  // namespace
}  // namespace evenkeel::runtime
