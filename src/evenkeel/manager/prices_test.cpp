// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Prices by hand.
#include "evenkeel/manager/prices.hpp"

#include <gtest/gtest.h>

#include "evenkeel/manager/observation.hpp"
#include "evenkeel/partition/test_units.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::manager {
namespace {

/// A move of which all time was computing.
void move(Prices& prices, double bytes, double seconds) {
  prices.learn({.moved_bytes = bytes,
                .regrid_seconds = seconds,
                .install_seconds = seconds,
                .has_moved = true});
}

TEST(Prices, NewOwnersPayForWhatARegridTakesBeyondAQuietOne) {
  Prices prices;

  prices.learn({.regrid_seconds = 2.0, .install_seconds = 3.0});
  prices.learn(
      {.moved_bytes = 8e8, .regrid_seconds = 4.0, .install_seconds = 7.0, .has_moved = true});

  EXPECT_DOUBLE_EQ(prices.quiet_install_seconds, 3.0);
  EXPECT_DOUBLE_EQ(prices.rebuild_seconds, 0.0);
  EXPECT_DOUBLE_EQ(prices.rebuild_per_byte, 2.0 / 8e8);
  // 7 - 3 - 2 s were moving, at 4e8 byte/s: half way from the prior of 1e8, as a scale.
  EXPECT_DOUBLE_EQ(prices.bandwidth, 2e8);
}

TEST(Prices, LittleThatMovesTellsWhatNewOwnersCostAnyway) {
  Prices prices;

  prices.learn(
      {.moved_bytes = 1e5, .regrid_seconds = 0.5, .install_seconds = 1.0, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.bandwidth, 1e8);
  EXPECT_DOUBLE_EQ(prices.rebuild_seconds, 0.5);
  EXPECT_DOUBLE_EQ(prices.rebuild_per_byte, 0.0);

  prices.learn(
      {.moved_bytes = 1e8, .regrid_seconds = 1.5, .install_seconds = 1.5, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.rebuild_seconds, 0.5);
  EXPECT_DOUBLE_EQ(prices.rebuild_per_byte, 1e-8);
}

TEST(Prices, LittleThatMovesFastIsABoundOfWhatIsAssumed) {
  Prices prices;

  prices.learn({.moved_bytes = 1e5, .install_seconds = 2.5e-4, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.bandwidth, 4e8);
  EXPECT_EQ(prices.evidence, Evidence::kAssumed);

  prices.learn({.moved_bytes = 1e5, .install_seconds = 1.0, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.bandwidth, 4e8);
}

TEST(Prices, FirstLevelsTellNothing) {
  Prices prices;

  prices.learn({.regrid_seconds = 0.5, .install_seconds = 1.0, .has_moved = true});

  EXPECT_EQ(prices.rebuild_seconds, 0.0);
  EXPECT_EQ(prices.quiet_install_seconds, 0.0);
}

TEST(Prices, MovesTellByTheirBytes) {
  Prices prices;

  move(prices, 1e8, 1.0);
  move(prices, 2e7, 0.54);
  EXPECT_DOUBLE_EQ(prices.rebuild_per_byte, (0.5 + 0.54) / (0.5e8 + 2e7));
  move(prices, 1e8, 0.5);
  EXPECT_NEAR(prices.rebuild_per_byte, (0.25 + 0.27 + 0.5) / (0.25e8 + 1e7 + 1e8), 1e-18);
  EXPECT_EQ(prices.rebuild_seconds, 0.0);
}

TEST(Prices, MoveMuchSmallerThanOthersTellsWhatAnyCosts) {
  Prices prices;

  move(prices, 4e7, 2.4);  // not known yet: 1 s, and 1.4 s for what moves
  move(prices, 4e6, 1.14);
  EXPECT_DOUBLE_EQ(prices.rebuild_seconds, 1.14 - 0.24);
  EXPECT_DOUBLE_EQ(prices.rebuild_per_byte, 6e-8);
  move(prices, 4e7, 2.4);
  EXPECT_NEAR(prices.rebuild_per_byte, (1.2 + 1.5) / 6e7, 1e-18);
  EXPECT_DOUBLE_EQ(prices.rebuild_seconds, 0.9);
}

TEST(Prices, ManyRanksAreTakenToMoveMoreAtOnce) {
  const Prices prices{.bandwidth = 3.0};
  EXPECT_DOUBLE_EQ(prices.bandwidth_of(1280), 960.0);
  EXPECT_DOUBLE_EQ(prices.bandwidth_of(2), 3.0);
}

TEST(Prices, HoldForAnotherNumberOfRanks) {
  Prices prices;
  prices.learn({.steps = 4, .elapsed = 8.0, .regrid_seconds = 2.0, .install_seconds = 3.0});
  prices.learn_of_trial(3e8);

  const Prices half = prices.on(4, 8);

  EXPECT_DOUBLE_EQ(half.quiet_regrid_seconds, 4.0);
  EXPECT_DOUBLE_EQ(half.quiet_install_seconds, 6.0);
  EXPECT_DOUBLE_EQ(half.bandwidth, 3e8);
  EXPECT_EQ(half.evidence, Evidence::kTried);
  EXPECT_EQ(half.step_seconds, 0.0);
  EXPECT_EQ(prices.on(8, 8).step_seconds, prices.step_seconds);
}

TEST(Prices, TrialTakesThePlaceOfWhatIsAssumed) {
  Prices prices;
  EXPECT_FALSE(prices.want_trial());  // steps may be short
  prices.step_seconds = 1.0;
  EXPECT_TRUE(prices.want_trial());

  prices.learn_of_trial(3e8);

  EXPECT_DOUBLE_EQ(prices.bandwidth, 3e8);
  EXPECT_EQ(prices.evidence, Evidence::kTried);
  EXPECT_FALSE(prices.want_trial());
  prices.learn({.install_seconds = 0.5});
  prices.learn({.moved_bytes = 1.2e9, .install_seconds = 1.5, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.bandwidth, 6e8);
  EXPECT_EQ(prices.evidence, Evidence::kSeen);
}

TEST(Prices, WhatBuildingLevelsTakesIsNotTakenForMoving) {
  Prices prices;
  prices.learn_of_trial(3e8);

  // 2e8 byte/s at least: how much of the second was building, no quiet regrid has shown.
  prices.learn({.moved_bytes = 2e8, .install_seconds = 1.0, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.bandwidth, 3e8);
  prices.learn({.moved_bytes = 4e8, .install_seconds = 1.0, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.bandwidth, 4e8);

  prices.learn({.install_seconds = 0.5});
  prices.learn({.moved_bytes = 5e7, .install_seconds = 1.0, .has_moved = true});
  EXPECT_DOUBLE_EQ(prices.bandwidth, 2e8);
  EXPECT_EQ(prices.evidence, Evidence::kSeen);
}

TEST(Prices, StepsAreWithoutRegridsAndPartitioning) {
  Prices prices;
  prices.partition_seconds = 1.0;

  prices.learn({.steps = 4, .elapsed = 12.0, .install_seconds = 3.0});
  EXPECT_DOUBLE_EQ(prices.step_seconds, 2.0);
  prices.learn({.steps = 4, .elapsed = 12.0, .busy = 10.0, .install_seconds = 9.0});
  EXPECT_DOUBLE_EQ(prices.step_seconds, 2.5);
}

TEST(Observe, ShowsStageAndPrices) {
  const workload::UnitList units;
  const Prices prices{.step_seconds = 1.0,
                      .partition_seconds = 2.0,
                      .rebuild_seconds = 3.0,
                      .rebuild_per_byte = 3.5,
                      .bandwidth = 4.0};

  const Observation now = observe(units, {}, {}, {5, 6, 8}, prices);

  EXPECT_EQ(now.step, 5);
  EXPECT_EQ(now.steps_to_next, 6);
  EXPECT_EQ(now.steps_left, 3);
  EXPECT_EQ(now.step_seconds, 1.0);
  EXPECT_EQ(now.partition_seconds, 2.0);
  EXPECT_EQ(now.rebuild_seconds, 3.0);
  EXPECT_EQ(now.rebuild_per_byte, 3.5);
  EXPECT_EQ(now.bandwidth, 4.0);
  EXPECT_GT(observe(units, {}, {}, {5, 1, {}}, prices).steps_left, 1'000'000'000);
  EXPECT_EQ(observe(units, {}, {}, {9, 1, 8}, prices).steps_left, 0);
}

TEST(Movement, IsCountedAtTheRankThatMovesMost) {
  const workload::UnitList units = partition::row_of_loads(std::vector<double>(6, 1.0));
  const std::vector<machine::RankRate> rates(3);
  const auto moves = [&](const partition::Owners& before, const partition::Owners& after) {
    return movement({.units = units, .owners = before, .rates = rates}, after);
  };

  const Movement on = moves({0, 0, 0, 1, 1, 2}, {0, 1, 1, 1, 2, 2});
  EXPECT_EQ(on.cells, 3.0);
  EXPECT_EQ(on.busiest, 2.0);  // what rank 0 sends, and rank 1 receives
  const Movement together = moves({0, 1, 2, 0, 1, 2}, {0, 0, 0, 0, 0, 0});
  EXPECT_EQ(together.cells, 4.0);
  EXPECT_EQ(together.busiest, 4.0);
  const Movement first = moves(partition::Owners(6, workload::kNoOwner), {0, 0, 1, 1, 2, 2});
  EXPECT_EQ(first.cells, 0.0);
  EXPECT_EQ(first.busiest, 0.0);
}

}  // namespace
}  // namespace evenkeel::manager
