// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What cost_benefit makes of the past.
#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/manager/test_decision.hpp"

namespace evenkeel::manager {
namespace {

using machine::RankRate;
using testing::HasSubstr;

using Experience = Decision;

TEST_F(Experience, AdvantageThatHasLastedIsExpectedToLastAsLongAgain) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 4e5;  // 10 s for the 4 MB, 2 s gained in a step

  EXPECT_FALSE(make_manager("cost_benefit", {}, {.lasted_steps = 7}).decide(now).repartition);
  EXPECT_TRUE(make_manager("cost_benefit", {}, {.lasted_steps = 8}).decide(now).repartition);
}

TEST_F(Experience, AdvantageThatNobodyWeighsIsSeenToLast) {
  owners_ = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
  const std::vector<RankRate> rates = known({2.0, 2.6}, 0.08);
  Manager manager = make_manager("cost_benefit", {}, {.capacity = {0.5, 0.5}});
  Observation now = observe(rates);
  for (int chance = 0; chance < 3; ++chance, now.step += 4) {
    EXPECT_THAT(manager.decide(now).reason, HasSubstr("may be the noise of the rates"));
  }

  EXPECT_NEAR(manager.history().lasted_steps, 8.0, 1e-9);
  EXPECT_GT(manager.history().persistence, 0.5);
}

TEST_F(Experience, NewLimitsAreExpectedToLastAsLongAsLimitsHave) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 1e6 / 1.5;  // 6.02 s for the 4 MB; 2 s gained in a step
  now.step_seconds = 3.0;
  now.steps_to_next = 1;
  const auto decides = [&](double changes, double since) {
    // Of 60 s so far; steps are of 3 s, and so 10.5 s are enough, as no margin is asked for.
    return make_manager("cost_benefit", {},
                        {.elapsed_seconds = 60.0,
                         .persistence = 0.0,
                         .limit_changes = changes,
                         .limits_since = since})
        .decide(now)
        .repartition;
  };

  EXPECT_TRUE(decides(3, 55.0));    // 20 s on average, 15 s of them to come
  EXPECT_FALSE(decides(3, 47.0));   // 7 s to come
  EXPECT_FALSE(decides(12, 58.0));  // 5 s on average
  EXPECT_FALSE(decides(3, -1.0));   // owners have been chosen since
}

TEST_F(Experience, NewLimitsEndTheCooldown) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  const History just_moved{.chances = 5, .last_repartition = 4};
  History and_changed = just_moved;
  and_changed.elapsed_seconds = 60.0;
  and_changed.limit_changes = 1;
  and_changed.limits_since = 55.0;

  const ParamValues cooldown{{"cooldown", 2.0}};
  EXPECT_FALSE(
      make_manager("cost_benefit", cooldown, just_moved).decide(observe(rates)).repartition);
  EXPECT_TRUE(
      make_manager("cost_benefit", cooldown, and_changed).decide(observe(rates)).repartition);
}

TEST_F(Experience, CooldownPutsOffTheNextRepartition) {
  const std::vector<RankRate> slow_first = known({2.0, 8.0});
  const std::vector<RankRate> slow_second = known({8.0, 2.0});
  const History well_off{.elapsed_seconds = 1e4, .balance_seconds = 1e3};
  Manager hasty = make_manager("cost_benefit", {{"cooldown", 0.0}}, well_off);
  Manager patient = make_manager("cost_benefit", {{"cooldown", 1.0}}, well_off);
  patient.decide(observe(slow_first));
  owners_ = hasty.decide(observe(slow_first)).owners;

  EXPECT_TRUE(hasty.decide(observe(slow_second)).repartition);
  EXPECT_FALSE(patient.decide(observe(slow_second)).repartition);
  EXPECT_TRUE(patient.decide(observe(slow_second)).repartition);
}

TEST_F(Experience, CooldownIsLearnedFromPredictionsThatFailed) {
  const std::vector<RankRate> slow_first = known({2.0, 8.0});
  History failed{.chances = 10,
                 .last_repartition = 8,
                 .elapsed_seconds = 1e4,
                 .balance_seconds = 1e3,
                 .persistence = 0.3};
  const Plan early = make_manager("cost_benefit", {}, failed).decide(observe(slow_first));
  failed.last_repartition = 7;
  const Plan later = make_manager("cost_benefit", {}, failed).decide(observe(slow_first));

  EXPECT_FALSE(early.repartition);  // (1 - 2 * .3) * 4 is 2 regrids
  EXPECT_THAT(early.reason, HasSubstr("not more than 2 regrids ago"));
  EXPECT_TRUE(later.repartition);
}

TEST_F(Experience, EqualSharesComeBackWhenFollowingCapacitiesHasCostTooMuch) {
  const History lost{.elapsed_seconds = 100.0, .balance_seconds = -5.0, .lead_of_equal = 0.2};
  const History no_better{.elapsed_seconds = 100.0, .balance_seconds = -5.0};
  const std::vector<RankRate> rates = known({2.0, 8.0});

  const Plan back = make_manager("cost_benefit", {}, lost).decide(observe(rates));
  const Plan stay = make_manager("cost_benefit", {}, no_better).decide(observe(rates));

  EXPECT_TRUE(back.repartition);
  EXPECT_EQ(std::ranges::count(back.owners, 0), 5);
  EXPECT_THAT(back.reason, HasSubstr("lost 5.00 s"));
  EXPECT_FALSE(stay.repartition);
  EXPECT_EQ(stay.owners, owners_);
}

TEST_F(Experience, EqualSharesAreNotTakenUpWhereMemoryHasNoRoomForThem) {
  const History lost{.elapsed_seconds = 100.0, .balance_seconds = -5.0, .lead_of_equal = 0.2};
  const std::vector<RankRate> rates = known({2.0, 8.0});
  units_.memory = {1, 1, 1, 1, 1, 1, 9, 9, 9, 9};
  const std::vector<double> room = {7.0, 36.0};
  Observation now = observe(rates);
  now.memory_cap = room;

  const Plan plan = make_manager("cost_benefit", {}, lost).decide(now);

  EXPECT_LE(fullest_memory(now, plan.owners), 1.0) << plan.reason;
}

TEST_F(Experience, EqualSharesAreNotTakenUpWhereLoadsWouldBeNoEvener) {
  const History lost{.elapsed_seconds = 100.0, .balance_seconds = -5.0, .lead_of_equal = 0.2};
  const std::vector<RankRate> rates = known({2.0, 8.0});
  owners_ = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};

  const Plan plan = make_manager("cost_benefit", {}, lost).decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_THAT(plan.reason, HasSubstr("would not pay"));
}

}  // namespace
}  // namespace evenkeel::manager
