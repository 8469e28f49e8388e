// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Single decisions by gain and cost.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/manager/plan_json.hpp"
#include "evenkeel/manager/test_decision.hpp"

namespace evenkeel::manager {
namespace {

using machine::RankRate;
using testing::HasSubstr;
using testing::StartsWith;

using CostBenefit = Decision;

TEST_F(CostBenefit, RepartitionsWhenGainOutweighsCostAndSaysSo) {
  const std::vector<RankRate> rates = known({2.0, 8.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(plan.owners, (partition::Owners{0, 0, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(plan.capacity, (std::vector<double>{0.2, 0.8}));
  // Keeping takes 6 / 2 = 3 s a step, moving four units of 1 MB makes it 1 s.
  const Alternative& chosen = plan.alternatives[plan.chosen];
  EXPECT_DOUBLE_EQ(plan.alternatives[0].step_seconds, 3.0);
  EXPECT_DOUBLE_EQ(chosen.step_seconds, 1.0);
  EXPECT_DOUBLE_EQ(chosen.migration_bytes, 4e6);
  EXPECT_DOUBLE_EQ(chosen.busiest_bytes, 4e6);
  EXPECT_DOUBLE_EQ(plan.cost_seconds, 0.04 + 0.02);
  EXPECT_DOUBLE_EQ(plan.gain_seconds, 2.0 * 4);
  EXPECT_THAT(plan.reason, StartsWith("repartition: ccp"));
  EXPECT_THAT(plan.reason, HasSubstr("1.00 s per step against 3.00 s now"));
  EXPECT_THAT(plan.reason, HasSubstr("60.0 ms"));
  EXPECT_THAT(to_json(plan).text(), HasSubstr("\"choice\": \"" + chosen.name + "\""));
}

/// Steps took 6 s with half of the cells, on two levels; computing was predicted to take 1.5 s.
TEST_F(CostBenefit, GainsGrowWithTheGrid) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.step_seconds = 6.0;
  const History grown{.capacity = {0.2, 0.8}, .load = {2.0, 1.0, 1.0, 1.0}};

  EXPECT_DOUBLE_EQ(make_manager("cost_benefit").decide(now).gain_seconds, 2.0 / 3.0 * 6.0 * 4);
  EXPECT_DOUBLE_EQ(make_manager("cost_benefit", {}, grown).decide(now).gain_seconds,
                   2.0 / 3.0 * 12.0 * 4);
}

/// Three ranks: each of the middle cuts moves, and the time is that of the rank between them.
TEST_F(CostBenefit, TheRankThatMovesMostSetsTheTime) {
  const std::vector<RankRate> rates = known({1.0, 2.0, 2.0});
  owners_ = {0, 0, 0, 0, 0, 0, 1, 1, 2, 2};

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  ASSERT_EQ(plan.owners, (partition::Owners{0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
  const Alternative& chosen = plan.alternatives[plan.chosen];
  EXPECT_DOUBLE_EQ(chosen.migration_bytes, 6e6);
  EXPECT_DOUBLE_EQ(chosen.busiest_bytes, 4e6);
  EXPECT_DOUBLE_EQ(plan.cost_seconds, 0.04 + 0.02);
}

/// Of the four units that change their owner two were half as large before, and one was twice so.
TEST_F(CostBenefit, WhatARegridAddsIsNotMoved) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  const std::vector<double> held = {1.0, 1.0, 0.5, 0.5, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  now.held = held;

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_DOUBLE_EQ(plan.alternatives[plan.chosen].migration_bytes, 3e6);
  EXPECT_DOUBLE_EQ(plan.cost_seconds, 0.03 + 0.02);
}

TEST_F(CostBenefit, KeepsWhenMovingCostsMore) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 4e5;  // 10 s for the 4 MB

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.owners, owners_);
  EXPECT_THAT(plan.reason, StartsWith("keep: the gain does not outweigh the cost"));
}

/// 8 s are gained.
TEST_F(CostBenefit, KeepsWhenTheGainIsWithinTheMargin) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 4e6 / 7.0;  // 7 s for the 4 MB

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_FALSE(plan.repartition);
  EXPECT_GT(plan.alternatives[1].gain_seconds, plan.alternatives[1].cost_seconds);
  EXPECT_THAT(plan.reason,
              StartsWith("keep: the gain does not exceed the cost by the margin of 50 %; "));
}

TEST_F(CostBenefit, QuotesNoSecondsThatAreMadeOfAssumedRates) {
  const std::vector<RankRate> rates = machine::rates_from_capacity(std::vector{0.2, 0.8}, {});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_THAT(plan.reason, HasSubstr("is predicted to save 66.7 % of a step; how long steps take "
                                     "is assumed, no rank has been timed"));
}

TEST_F(CostBenefit, WhatMovesPaysForMemoryAndCopiesToo) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.rebuild_per_byte = 2.5e-8;

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_DOUBLE_EQ(plan.cost_seconds, 0.04 + 0.1 + 0.02);
}

TEST_F(CostBenefit, KeepsWhenFewStepsAreLeft) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 2e6;  // 2 s for the 4 MB
  EXPECT_TRUE(make_manager("cost_benefit").decide(now).repartition);

  now.steps_left = 1;

  EXPECT_FALSE(make_manager("cost_benefit").decide(now).repartition);
}

TEST_F(CostBenefit, KeepsWhenRatesAreTooNoisyToTell) {
  const std::vector<RankRate> sure = known({4.0, 6.0}, 0.01);
  const std::vector<RankRate> unsure = known({4.0, 6.0}, 0.2);

  EXPECT_TRUE(make_manager("cost_benefit").decide(observe(sure)).repartition);
  const Plan plan = make_manager("cost_benefit").decide(observe(unsure));

  EXPECT_FALSE(plan.repartition);
  EXPECT_THAT(plan.reason, HasSubstr("33.3 %, may be the noise"));
  EXPECT_EQ(plan.alternatives.size(), 1U);  // no method was asked
}

/// Rank 0 was given half of the units, and has six by now: that is no noise.
TEST_F(CostBenefit, GridsThatMovedOnAreBalancedHoweverNoisyTheRates) {
  const std::vector<RankRate> unsure = known({5.0, 5.0}, 0.2);
  const History moved_on{.capacity = {0.5, 0.5}};
  const History as_dealt_out{.capacity = {0.6, 0.4}};

  const Plan plan = make_manager("cost_benefit", {}, moved_on).decide(observe(unsure));
  const Plan other = make_manager("cost_benefit", {}, as_dealt_out).decide(observe(unsure));

  EXPECT_TRUE(plan.repartition);
  EXPECT_FALSE(other.repartition);
  EXPECT_THAT(other.reason, HasSubstr("noise"));
}

/// Owners that have been in force for four steps until a unit more was on rank 0: new ones will be
/// as good for as long.
TEST_F(CostBenefit, WhatSlowlyMovingGridsCostIsExpectedForAsLongAgain) {
  const std::vector<RankRate> rates = known({5.0, 5.0});
  Observation now = observe(rates);
  now.steps_to_next = 1;
  now.step_seconds = 1.2;
  now.bandwidth = 2.5e6;  // .4 s for the unit, with the margin .6 s; .2 s gained in a step
  const auto decides = [&](std::int64_t chances) {
    return make_manager("cost_benefit", {},
                        {.chances = chances, .last_repartition = 0, .capacity = {0.5, 0.5}})
        .decide(now)
        .repartition;
  };

  EXPECT_FALSE(decides(1));
  EXPECT_FALSE(decides(2));
  EXPECT_TRUE(decides(4));
  now.steps_left = 2;
  EXPECT_FALSE(decides(4));
  now.step_seconds = 2.4;  // twice as long as computing alone is predicted to take
  EXPECT_TRUE(decides(2));
}

TEST_F(CostBenefit, KeepsWhileNothingIsMeasured) {
  const std::vector<RankRate> rates(2);

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.capacity, (std::vector<double>{0.5, 0.5}));
}

TEST_F(CostBenefit, GrownGridsAreBalancedBeforeAnythingIsMeasured) {
  const std::vector<RankRate> rates(2);
  const History past{.load = {5, 5}};  // and now there are six units on rank 0 and four on rank 1

  const Plan plan = make_manager("cost_benefit", {}, past).decide(observe(rates));

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(std::ranges::count(plan.owners, 0), 5);
}

TEST_F(CostBenefit, NoMethodIsAskedWhenNobodyCouldSaveMuch) {
  const std::vector<RankRate> rates = known({6.0, 4.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.alternatives.size(), 1U);
  EXPECT_THAT(plan.reason, HasSubstr("not even perfect owners"));
}

/// Six units to four are not quite right for these rates, but five to five are worse.
TEST_F(CostBenefit, WhatIsBeyondReachIsNotLookedForAtEveryChance) {
  const std::vector<RankRate> rates = known({5.6, 4.4});
  Manager manager = make_manager("cost_benefit");

  const Plan first = manager.decide(observe(rates));
  const Plan second = manager.decide(observe(rates));

  EXPECT_GT(first.alternatives.size(), 1U);
  EXPECT_NEAR(first.beyond_reach.value().by_rates, 1.0 - 5.6 / 6.0, 1e-12);
  EXPECT_FALSE(first.repartition || second.repartition);
  EXPECT_EQ(second.alternatives.size(), 1U);
  EXPECT_THAT(second.reason, HasSubstr("6.7 % that perfect owners would save 6.7 % were beyond"));
}

/// By the shares in force four of ten units are too many for rank 1, and no unit can be halved;
/// rates that say otherwise are noise. Only a search that has not failed yet is made.
TEST_F(CostBenefit, NoiseIsNoReasonToSearchAgainForEvenerLoads) {
  const std::vector<RankRate> noisy = known({5.2, 4.8}, 0.2);
  const History past{.capacity = {0.65, 0.35}, .load = {6, 4}};
  Manager manager = make_manager("cost_benefit", {}, past);

  const Plan first = manager.decide(observe(noisy));
  const Plan second = manager.decide(observe(noisy));

  EXPECT_GT(first.alternatives.size(), 1U);
  EXPECT_FALSE(first.repartition);
  EXPECT_NEAR(first.beyond_reach.value().by_shares, 1.0 - 3.5 / 4.0, 1e-12);
  EXPECT_EQ(second.alternatives.size(), 1U);
}

TEST_F(CostBenefit, WhatWasBeyondReachIsForgotten) {
  const std::vector<RankRate> rates = known({5.6, 4.4});
  Manager manager = make_manager("cost_benefit");
  std::size_t searches = 0;

  for (int chance = 0; chance < 20; ++chance) {
    searches += manager.decide(observe(rates)).alternatives.size() > 1 ? 1 : 0;
  }

  EXPECT_GT(searches, 2U);
  EXPECT_LT(searches, 10U);
  EXPECT_TRUE(manager.decide(observe(known({8.0, 2.0}))).repartition);
}

TEST_F(CostBenefit, StoppedRankLosesItsWorkAtOnce) {
  const std::vector<RankRate> rates = known({0.0, 5.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(plan.owners, partition::Owners(10, 1));
}

TEST_F(CostBenefit, NothingIsGainedAfterTheLastStep) {
  const std::vector<RankRate> rates = known({0.0, 5.0});
  Observation now = observe(rates);
  now.steps_left = 0;

  const Plan plan = make_manager("cost_benefit").decide(now);

  for (const Alternative& option : plan.alternatives) {
    EXPECT_EQ(option.gain_seconds, 0.0);
  }
}

TEST_F(CostBenefit, UnitsOfNobodyGoWithTheirNeighbour) {
  owners_ = {-1, 0, 0, 0, 0, -1, 1, 1, -1, 1};
  const std::vector<RankRate> rates = known({6.0, 4.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.owners, (partition::Owners{0, 0, 0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST_F(CostBenefit, NobodyIsAskedWhenAskingTakesLongerThanItSaves) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.partition_seconds = 100.0;

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.alternatives.size(), 1U);
  EXPECT_THAT(plan.reason, HasSubstr("more than they could save"));
}

TEST_F(CostBenefit, OwnersThatDoNotFitIntoMemoryAreLeftWhateverItCosts) {
  const std::vector<RankRate> rates = known({6.0, 4.0});  // as they are, all finish together
  units_.memory.assign(10, 1.0);
  const std::vector<double> cap = {3.0, 20.0};
  Observation now = observe(rates);
  now.memory_cap = cap;
  now.bandwidth = 1.0;

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(std::ranges::count(plan.owners, 0), 3);
  EXPECT_THAT(plan.reason, HasSubstr("200 % of the memory"));
}

TEST_F(CostBenefit, FasterOwnersThatDoNotFitAreNotTaken) {
  const std::vector<RankRate> rates = known({1.0, 9.0});
  units_.memory = {1, 1, 1, 1, 1, 1, 9, 9, 9, 9};  // one unit more is too much for rank 1
  const std::vector<double> cap = {6.0, 36.0};
  Observation now = observe(rates);
  now.memory_cap = cap;

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_FALSE(plan.repartition);
  EXPECT_LE(plan.alternatives[plan.chosen].fullest, 1.0);
}

TEST_F(CostBenefit, RankWhoseFairPartIsLessThanAUnitIsShed) {
  const std::vector<RankRate> rates = known({0.02, 8.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(plan.owners, partition::Owners(10, 1));
}

TEST_F(CostBenefit, GroupsMayShareOutAmongThemselves) {
  owners_ = {0, 0, 0, 0, 1, 2, 2, 2, 3, 3};
  const std::vector<int> group = {0, 0, 1, 1};
  const std::vector<RankRate> rates = known({2.0, 4.0, 3.0, 2.0});
  Observation now = observe(rates);
  now.group = group;

  const Plan plan = make_manager("cost_benefit").decide(now);

  const auto inside = std::ranges::find_if(plan.alternatives, [](const Alternative& option) {
    return option.name.ends_with("within groups");
  });
  ASSERT_NE(inside, plan.alternatives.end());
  EXPECT_EQ(inside->load, (std::vector<double>{2.0, 3.0, 3.0, 2.0}));
  EXPECT_TRUE(plan.repartition);
}

/// The same owners whatever is asked.
class Stuck final : public partition::Partitioner {
 public:
  explicit Stuck(partition::Owners owners) : owners_(std::move(owners)) {}
  partition::Owners assign(const partition::Problem&) const override { return owners_; }

 private:
  partition::Owners owners_;
};

TEST_F(CostBenefit, OwnersThatTakeForeverAreNotInTheWayOfOthers) {
  const std::vector<RankRate> rates = known({0.0, 4.0});
  Registry<Policy> policies;
  register_builtin(policies);
  Methods methods;
  methods.all.push_back({"stuck", std::make_unique<Stuck>(owners_)});
  methods.all.push_back({"moving", std::make_unique<Stuck>(partition::Owners(10, 1))});

  const Plan plan = policies.make("cost_benefit", {})->decide(observe(rates), {}, methods);

  EXPECT_EQ(plan.alternatives[1].gain_seconds, 0.0);
  EXPECT_EQ(plan.alternatives[plan.chosen].name, "moving");
}

}  // namespace
}  // namespace evenkeel::manager
