// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is learned from one decision to the next.
#include "evenkeel/manager/history.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::manager {
namespace {

TEST(PredictStep, RanksWaitOnceAStepOrOnEveryLevel) {
  const std::array<double, 4> load = {2, 8, 10, 0};  // two ranks, two levels
  const std::array<double, 2> rate = {1, 2};

  EXPECT_DOUBLE_EQ(predict_step(load, rate, false), 10.0);
  EXPECT_DOUBLE_EQ(predict_step(load, rate, true), 5.0 + 8.0);
}

TEST(PredictStep, LoadOnAStoppedRankTakesForever) {
  const std::array<double, 2> rate = {0, 2};

  EXPECT_TRUE(std::isinf(predict_step(std::array<double, 2>{1, 1}, rate, false)));
  EXPECT_DOUBLE_EQ(predict_step(std::array<double, 2>{0, 1}, rate, false), 0.5);
}

/// Two ranks of equal speed and two levels; rank 0 holds what is refined.
class Learning : public testing::Test {
 protected:
  Observation after(double step_seconds, std::vector<double> rate) {
    rates_.clear();
    for (const double r : rate) {
      rates_.push_back({.rate = r, .recent = r, .error = 0.01, .age = 0.0, .known = true});
    }
    return {.units = units_,
            .owners = owners_,
            .rates = rates_,
            .step = 10,
            .steps_to_next = 10,
            .step_seconds = step_seconds};
  }

  workload::UnitList units_ = partition::row_of_depths(std::array{1, 0});
  std::vector<int> owners_ = {0, 1};
  std::vector<machine::RankRate> rates_;
  History history_{.load = {1, 4, 1, 0}};
};

TEST_F(Learning, LimitsLastAsLongAsTheyHaveOnAverage) {
  history_.elapsed_seconds = 40.0;
  EXPECT_EQ(limits_to_last(history_), 0.0);  // none has changed

  Observation now = after(1.0, {1, 1});  // ten steps of a second
  now.limits_have_changed = true;
  learn(history_, now);
  EXPECT_DOUBLE_EQ(limits_to_last(history_), 50.0 - 10.0);  // it may be as old as the last chance

  history_.step = 0;
  learn(history_, now);
  EXPECT_DOUBLE_EQ(limits_to_last(history_), 60.0 / 2 - 10.0);

  Plan moved;
  moved.repartition = true;
  moved.owners = owners_;
  moved.capacity = {0.5, 0.5};
  note(history_, now, moved);
  EXPECT_EQ(limits_to_last(history_), 0.0);  // the owners in force know of it
}

TEST_F(Learning, LimitsThatComeAndGoBetweenChancesDoNotLastFromOneToTheNext) {
  history_.elapsed_seconds = 10.0;
  Observation now = after(1.0, {1, 1});
  now.limits_have_changed = true;
  now.limit_changes = 3.0;  // in ten seconds
  learn(history_, now);
  EXPECT_EQ(limits_to_last(history_), 0.0);

  history_ = {.step = 0, .elapsed_seconds = 50.0, .limit_changes = 3.0, .load = {1, 4, 1, 0}};
  now.limits_have_changed = false;  // taken back
  now.limit_changes = 2.0;
  learn(history_, now);
  EXPECT_EQ(history_.limit_changes, 5.0);
  EXPECT_EQ(limits_to_last(history_), 0.0);  // the owners in force fit them
}

TEST_F(Learning, PredictionNearerToMeasurementsIsUsed) {
  history_.load = {2, 8, 10, 0};  // 10 s by composite loads, 18 s level by level

  EXPECT_FALSE(waits_on_levels(history_));
  for (int chance = 0; chance < 5; ++chance) {
    learn(history_, after(18.5, {1, 1}));
  }
  EXPECT_TRUE(waits_on_levels(history_));
  for (int chance = 0; chance < 5; ++chance) {
    learn(history_, after(10.5, {1, 1}));
  }
  EXPECT_FALSE(waits_on_levels(history_));
}

TEST_F(Learning, AdvantageThatLastedRaisesTrustAndOneThatTurnedLowersIt) {
  history_.kept_load = {6, 0, 2, 0};
  history_.rival_load = {4, 0, 4, 0};
  history_.expected_advantage = 1.0 / 3.0;

  learn(history_, after(6.0, {1, 1}));
  EXPECT_DOUBLE_EQ(history_.persistence, 0.5 + 0.25 * 0.5);
  learn(history_, after(6.0, {2, 0.5}));  // the other rank is slow now: 4 s against 8 s

  EXPECT_DOUBLE_EQ(history_.persistence, 0.625 - 0.25 * 1.625);
}

TEST_F(Learning, BalanceIsKeptAgainstEqualShares) {
  history_.capacity_measured = true;
  history_.capacity = {5.0 / 6.0, 1.0 / 6.0};

  learn(history_, after(5.0, {1, 1}));  // 5 s a step, where equal shares would take 3 s

  EXPECT_DOUBLE_EQ(history_.elapsed_seconds, 50.0);
  EXPECT_NEAR(history_.balance_seconds, -20.0, 1e-12);
  EXPECT_TRUE(is_in_the_red(history_));
  EXPECT_DOUBLE_EQ(history_.lead_of_equal, 0.25 * 0.4);
}

TEST_F(Learning, SharesThatMemoryForcesAreNoLossAgainstEqualOnesThatHaveNoRoom) {
  history_.capacity_measured = true;
  history_.capacity = {1.0 / 6.0, 5.0 / 6.0};
  units_.memory = {3.0, 3.0};
  const std::vector<double> room = {1.0, 100.0};
  Observation now = after(5.0, {1, 1});
  now.step = 0;
  now.memory_cap = room;
  Plan kept;
  kept.owners = owners_;

  note(history_, now, kept);
  learn(history_, after(5.0, {1, 1}));

  EXPECT_DOUBLE_EQ(history_.elapsed_seconds, 50.0);
  EXPECT_NEAR(history_.balance_seconds, 0.0, 1e-12);
}

TEST_F(Learning, RanksThatAreShortOfMemoryTogetherAreShortOfTheSamePart) {
  units_.memory = {3.0, 3.0};
  const std::vector<double> room = {1.0, 4.0};
  Observation now = after(5.0, {1, 1});
  now.memory_cap = room;

  EXPECT_THAT(as_memory_allows({0.5, 0.5}, now), testing::ElementsAre(0.2, 0.8));
}

TEST_F(Learning, TrustComesBackWhenFollowingWouldHavePaid) {
  history_.capacity_measured = true;
  history_.capacity = {0.5, 0.5};
  history_.load = {3, 0, 3, 0};
  history_.elapsed_seconds = 100.0;
  history_.balance_seconds = -10.0;
  history_.foreseen = {0.25, 0.75};

  learn(history_, after(3.0, {1, 3}));  // equal shares take 3 s a step, these 1.5 s; 10 steps

  EXPECT_DOUBLE_EQ(history_.balance_seconds, -10.0 + 0.5 * 1.5 * 10.0);
}

TEST(Red, IsLeftLaterThanItIsEntered) {
  History past{.elapsed_seconds = 100.0, .balance_seconds = -1.5};
  EXPECT_FALSE(is_in_the_red(past));
  past.has_lost_trust = true;
  EXPECT_TRUE(is_in_the_red(past));
  past.balance_seconds = -0.9;
  EXPECT_FALSE(is_in_the_red(past));
}

TEST_F(Learning, SmallAdvantageTeachesLess) {
  history_.kept_load = {6, 0, 2, 0};
  history_.rival_load = {4, 0, 4, 0};
  history_.expected_advantage = 0.05;

  learn(history_, after(6.0, {1, 1}));

  EXPECT_DOUBLE_EQ(history_.persistence, 0.5 + 0.5 * 0.25 * 0.5);
}

TEST_F(Learning, WaitsOnLevelsAreNotTheFaultOfCapacities) {
  history_.capacity_measured = true;
  history_.capacity = {0.5, 0.5};
  history_.load = {2, 8, 10, 0};  // in balance, but not on any level

  for (int chance = 0; chance < 5; ++chance) {
    learn(history_, after(18.0, {1, 1}));
  }

  EXPECT_TRUE(waits_on_levels(history_));
  EXPECT_FALSE(is_in_the_red(history_));
}

TEST_F(Learning, OwnersThatAreNotAsTheirSharesAreNotTheFaultOfCapacities) {
  history_.capacity_measured = true;
  history_.capacity = {0.5, 0.5};
  history_.load = {1, 4, 1, 0};  // the grids have moved on: 5 s, not 3 s

  learn(history_, after(5.0, {1, 1}));

  EXPECT_DOUBLE_EQ(history_.balance_seconds, 0.0);
  EXPECT_DOUBLE_EQ(history_.lead_of_equal, 0.25 * 0.4);
}

TEST_F(Learning, MovesThatSharesDidNotAskForAreNotHeldAgainstThem) {
  const Observation now = after(5.0, {1, 1});
  const double all = std::reduce(units_.memory.begin(), units_.memory.end());
  Plan plan;
  plan.repartition = true;
  plan.owners = {0, 1};
  plan.capacity = {0.6, 0.4};
  plan.cost_seconds = 3.0;
  plan.alternatives = {{.name = "keep"},
                       {.name = "new", .migration_bytes = 0.4 * all * now.bytes_per_cell}};
  plan.chosen = 1;
  history_.capacity_measured = true;
  history_.capacity = {0.5, 0.5};

  note(history_, now, plan);  // shares of a tenth, and four tenths of all cells

  EXPECT_NEAR(history_.owed_seconds, 3.0 * 0.1 / 0.4, 1e-12);
}

TEST_F(Learning, MovesArePaidOffOverSomeChances) {
  history_.capacity_measured = true;
  history_.capacity = {0.5, 0.5};
  history_.owed_seconds = 8.0;

  learn(history_, after(5.0, {1, 1}));

  EXPECT_DOUBLE_EQ(history_.balance_seconds, -2.0);
  EXPECT_DOUBLE_EQ(history_.owed_seconds, 6.0);
}

TEST_F(Learning, NoAdvantageIsExpectedWhereBothTakeForever) {
  Plan plan;
  plan.owners = owners_;
  const double forever = std::numeric_limits<double>::infinity();
  plan.alternatives = {{.name = "keep", .step_seconds = forever},
                       {.name = "new", .step_seconds = forever}};
  plan.rival = 1;

  note(history_, after(5.0, {0, 1}), plan);

  EXPECT_EQ(history_.expected_advantage, 0.0);
}

TEST_F(Learning, AdvantageThatIsStillThereIsSeenToLast) {
  history_.kept_load = {6, 0, 2, 0};
  history_.rival_load = {4, 0, 4, 0};
  history_.expected_advantage = 1.0 / 3.0;
  learn(history_, after(6.0, {1, 1}));
  EXPECT_DOUBLE_EQ(history_.lasted_steps, 10.0);

  // 6 s and 5 s: half of the third that was expected
  learn(history_, after(6.0, {1, 0.8}));
  EXPECT_DOUBLE_EQ(history_.lasted_steps, 15.0);

  learn(history_, after(6.0, {2, 0.5}));
  learn(history_, after(6.0, {2, 0.5}));

  EXPECT_DOUBLE_EQ(history_.lasted_steps, 0.0);
}

/// Keeping, what costs less to get to, and what would save most.
Plan of_three(const std::vector<int>& owners) {
  Plan plan;
  plan.owners = owners;
  plan.capacity = {0.5, 0.5};
  plan.alternatives = {{.name = "keep", .load = {3, 0, 3, 0}, .step_seconds = 3.0},
                       {.name = "closer", .load = {2.5, 0, 3.5, 0}, .step_seconds = 2.5},
                       {.name = "best", .load = {1.5, 0, 4.5, 0}, .step_seconds = 1.5}};
  plan.rival = 1;
  return plan;
}

TEST_F(Learning, WhatWouldSaveMostIsWatchedUnlessOthersWereChosen) {
  Plan plan = of_three(owners_);
  note(history_, after(3.0, {1, 3}), plan);
  EXPECT_EQ(history_.rival_load, plan.alternatives[2].load);

  plan.repartition = true;
  plan.chosen = 1;
  note(history_, after(3.0, {1, 3}), plan);
  EXPECT_EQ(history_.rival_load, plan.alternatives[1].load);
}

TEST_F(Learning, AdvantageByRatesHasBeenThereSinceTheyWereMeasured) {
  history_.capacity = {0.5, 0.5};

  note(history_, after(3.0, {1, 3}), of_three(owners_));

  EXPECT_NEAR(history_.lasted_steps, 10.0, 0.1);  // rates are drawn a little to shares in force
}

TEST_F(Learning, AdvantageByLoadsIsNew) {
  history_.capacity = {0.5, 0.5};

  note(history_, after(3.0, {1, 1}), of_three(owners_));

  EXPECT_EQ(history_.lasted_steps, 0.0);
}

TEST_F(Learning, NothingIsLostBeforeCapacitiesAreFollowed) {
  learn(history_, after(5.0, {1, 1}));

  EXPECT_FALSE(is_in_the_red(history_));
}

TEST_F(Learning, HistoryOfOtherRankCountIsNotComparedWith) {
  learn(history_, after(5.0, {1, 1, 1}));

  EXPECT_EQ(history_.elapsed_seconds, 0.0);
}

}  // namespace
}  // namespace evenkeel::manager
