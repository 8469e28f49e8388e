// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Single decisions of every policy, small enough to work out by hand.
#include "evenkeel/manager/policy.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/manager/manager.hpp"
#include "evenkeel/partition/sample_units.hpp"

namespace evenkeel::manager {
namespace {

using machine::RankRate;
using testing::HasSubstr;
using testing::StartsWith;

Manager make_manager(const std::string& policy, const ParamValues& params = {},
                     const History& history = {}) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<Policy> policies;
  register_builtin(policies);
  return Manager(make_methods(partitioners, "ccp"), policies.make(policy, params), history);
}

/// Two ranks, ten equal units of which rank 0 owns six.
class Decision : public testing::Test {
 protected:
  static std::vector<RankRate> known(std::vector<double> rate, double error = 0.001) {
    std::vector<RankRate> rates;
    for (const double r : rate) {
      rates.push_back({.rate = r, .recent = r, .error = error, .age = 0.0, .known = true});
    }
    return rates;
  }

  Observation observe(const std::vector<RankRate>& rates) const {
    return {.units = units_,
            .owners = owners_,
            .rates = rates,
            .step = 8,
            .steps_to_next = 4,
            .step_seconds = 0.6,
            .bytes_per_cell = 1e6,
            .bandwidth = 1e8,
            .partition_seconds = 0.01,
            .rebuild_seconds = 0.02};
  }

  workload::UnitList units_ = partition::row_of_loads(std::vector<double>(10, 1.0));
  partition::Owners owners_ = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
};

TEST_F(Decision, RepartitionsWhenGainOutweighsCostAndSaysSo) {
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
  EXPECT_DOUBLE_EQ(plan.cost_seconds, 0.04 + 0.02);
  EXPECT_DOUBLE_EQ(plan.gain_seconds, 2.0 * 4);
  EXPECT_THAT(plan.reason, StartsWith("repartition: ccp"));
  EXPECT_THAT(plan.reason, HasSubstr("1.00 s per step against 3.00 s now"));
  EXPECT_THAT(plan.reason, HasSubstr("60.0 ms"));
}

TEST_F(Decision, KeepsWhenMovingCostsMore) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 4e5;  // 10 s for the 4 MB

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.owners, owners_);
  EXPECT_THAT(plan.reason, StartsWith("keep: the gain does not outweigh the cost"));
}

TEST_F(Decision, AdvantageThatHasLastedIsExpectedToLastAsLongAgain) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 4e5;  // 10 s for the 4 MB, 2 s gained in a step

  EXPECT_FALSE(make_manager("cost_benefit", {}, {.lasted_steps = 7}).decide(now).repartition);
  EXPECT_TRUE(make_manager("cost_benefit", {}, {.lasted_steps = 8}).decide(now).repartition);
}

TEST_F(Decision, NewLimitsAreExpectedToLastAsLongAsLimitsHave) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 1e6;  // 4 s for the 4 MB, with the margin 6.03 s; 2 s gained in a step
  now.step_seconds = 3.0;
  now.steps_to_next = 1;
  const auto decides = [&](double changes, double since) {
    // Of 60 s so far; steps are of 3 s, and so 10.5 s are enough.
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

TEST_F(Decision, NewLimitsEndTheCooldown) {
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

TEST_F(Decision, KeepsWhenFewStepsAreLeft) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.bandwidth = 2e6;  // 2 s for the 4 MB
  EXPECT_TRUE(make_manager("cost_benefit").decide(now).repartition);

  now.steps_left = 1;

  EXPECT_FALSE(make_manager("cost_benefit").decide(now).repartition);
}

TEST_F(Decision, KeepsWhenRatesAreTooNoisyToTell) {
  const std::vector<RankRate> sure = known({4.0, 6.0}, 0.01);
  const std::vector<RankRate> unsure = known({4.0, 6.0}, 0.2);

  EXPECT_TRUE(make_manager("cost_benefit").decide(observe(sure)).repartition);
  const Plan plan = make_manager("cost_benefit").decide(observe(unsure));

  EXPECT_FALSE(plan.repartition);
  EXPECT_THAT(plan.reason, HasSubstr("noise"));
}

TEST_F(Decision, KeepsWhileNothingIsMeasured) {
  const std::vector<RankRate> rates(2);

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.capacity, (std::vector<double>{0.5, 0.5}));
}

TEST_F(Decision, GrownGridsAreBalancedBeforeAnythingIsMeasured) {
  const std::vector<RankRate> rates(2);
  const History past{.load = {5, 5}};  // and now there are six units on rank 0 and four on rank 1

  const Plan plan = make_manager("cost_benefit", {}, past).decide(observe(rates));

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(std::ranges::count(plan.owners, 0), 5);
}

TEST_F(Decision, NoMethodIsAskedWhenNobodyCouldSaveMuch) {
  const std::vector<RankRate> rates = known({6.0, 4.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.alternatives.size(), 1U);
  EXPECT_THAT(plan.reason, HasSubstr("not even perfect owners"));
}

TEST_F(Decision, StoppedRankLosesItsWorkAtOnce) {
  const std::vector<RankRate> rates = known({0.0, 5.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(plan.owners, partition::Owners(10, 1));
}

TEST_F(Decision, FirstDistributionIsAlwaysMade) {
  owners_.assign(10, partition::kNoOwner);
  const std::vector<RankRate> rates(2);
  for (const char* policy : {"none", "static", "reactive", "cost_benefit"}) {
    const Plan plan = make_manager(policy).decide(observe(rates));

    EXPECT_TRUE(plan.repartition) << policy;
    EXPECT_EQ(std::ranges::count(plan.owners, 0), 5) << policy;
    EXPECT_EQ(plan.cost_seconds, 0.0) << policy;
  }
}

TEST_F(Decision, UnitsOfNobodyGoWithTheirNeighbour) {
  owners_ = {-1, 0, 0, 0, 0, -1, 1, 1, -1, 1};
  const std::vector<RankRate> rates = known({6.0, 4.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.owners, (partition::Owners{0, 0, 0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST_F(Decision, OneRankHasNothingToDecide) {
  owners_.assign(10, 0);
  const std::vector<RankRate> rates = known({3.0});

  EXPECT_FALSE(make_manager("cost_benefit").decide(observe(rates)).repartition);
}

TEST_F(Decision, CooldownPutsOffTheNextRepartition) {
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

TEST_F(Decision, CooldownIsLearnedFromPredictionsThatFailed) {
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

TEST_F(Decision, NobodyIsAskedWhenAskingTakesLongerThanItSaves) {
  const std::vector<RankRate> rates = known({2.0, 8.0});
  Observation now = observe(rates);
  now.partition_seconds = 100.0;

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_FALSE(plan.repartition);
  EXPECT_EQ(plan.alternatives.size(), 1U);
  EXPECT_THAT(plan.reason, HasSubstr("more than they could save"));
}

TEST_F(Decision, OwnersThatDoNotFitIntoMemoryAreLeftWhateverItCosts) {
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

TEST_F(Decision, FasterOwnersThatDoNotFitAreNotTaken) {
  const std::vector<RankRate> rates = known({1.0, 9.0});
  units_.memory = {1, 1, 1, 1, 1, 1, 9, 9, 9, 9};  // one unit more is too much for rank 1
  const std::vector<double> cap = {6.0, 36.0};
  Observation now = observe(rates);
  now.memory_cap = cap;

  const Plan plan = make_manager("cost_benefit").decide(now);

  EXPECT_FALSE(plan.repartition);
  EXPECT_LE(plan.alternatives[plan.chosen].fullest, 1.0);
}

TEST_F(Decision, RankWhoseFairPartIsLessThanAUnitIsShed) {
  const std::vector<RankRate> rates = known({0.02, 8.0});

  const Plan plan = make_manager("cost_benefit").decide(observe(rates));

  EXPECT_TRUE(plan.repartition);
  EXPECT_EQ(plan.owners, partition::Owners(10, 1));
}

TEST_F(Decision, GroupsMayShareOutAmongThemselves) {
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

TEST_F(Decision, EqualSharesComeBackWhenFollowingCapacitiesHasCostTooMuch) {
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

TEST_F(Decision, EqualSharesAreNotTakenUpWhereLoadsWouldBeNoEvener) {
  const History lost{.elapsed_seconds = 100.0, .balance_seconds = -5.0, .lead_of_equal = 0.2};
  const std::vector<RankRate> rates = known({2.0, 8.0});
  owners_ = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};

  const Plan plan = make_manager("cost_benefit", {}, lost).decide(observe(rates));

  EXPECT_FALSE(plan.repartition);
  EXPECT_THAT(plan.reason, HasSubstr("would not pay"));
}

TEST_F(Decision, NoneIgnoresRates) {
  const std::vector<RankRate> rates = known({2.0, 8.0});

  EXPECT_EQ(std::ranges::count(make_manager("none").decide(observe(rates)).owners, 0), 5);
}

TEST_F(Decision, StaticKeepsTheFirstCapacities) {
  Manager manager = make_manager("static");
  const std::vector<RankRate> unknown(2);
  const std::vector<RankRate> first = known({2.0, 8.0});
  const std::vector<RankRate> later = known({8.0, 2.0});

  EXPECT_EQ(std::ranges::count(manager.decide(observe(unknown)).owners, 0), 5);
  EXPECT_EQ(std::ranges::count(manager.decide(observe(first)).owners, 0), 2);
  EXPECT_EQ(std::ranges::count(manager.decide(observe(later)).owners, 0), 2);
}

TEST_F(Decision, ReactiveTakesNewCapacitiesEverySoManyRegrids) {
  Manager manager = make_manager("reactive", {{"every", 2.0}});
  const std::vector<RankRate> first = known({2.0, 8.0});
  const std::vector<RankRate> later = known({8.0, 2.0});

  EXPECT_EQ(std::ranges::count(manager.decide(observe(first)).owners, 0), 2);
  EXPECT_EQ(std::ranges::count(manager.decide(observe(later)).owners, 0), 2);
  EXPECT_EQ(std::ranges::count(manager.decide(observe(later)).owners, 0), 8);
}

/// As partition.also adds them: behind the method that the user chose.
struct AllToTheLast final : partition::Partitioner {
  partition::Owners assign(const partition::Problem& problem) const override {
    return partition::Owners(problem.units.size(), static_cast<int>(problem.processors()) - 1);
  }
};

TEST_F(Decision, PoliciesThatDoNotWeighTakeTheMethodAsConfigured) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<Policy> policies;
  register_builtin(policies);
  const std::vector<RankRate> rates = known({5.0, 5.0});
  for (const char* policy : {"none", "static", "reactive"}) {
    Methods methods = make_methods(partitioners, "ccp");
    methods.all.push_back({"further", std::make_unique<AllToTheLast>()});
    Manager manager(std::move(methods), policies.make(policy));

    EXPECT_EQ(std::ranges::count(manager.decide(observe(rates)).owners, 0), 5) << policy;
  }
}

TEST_F(Decision, SameObservationsGiveTheSamePlansAlsoAfterARestart) {
  const std::vector<RankRate> first = known({2.0, 8.0});
  const std::vector<RankRate> later = known({3.0, 6.0});
  Manager manager = make_manager("cost_benefit");
  manager.decide(observe(first));
  Manager restarted = make_manager("cost_benefit", {}, manager.history());

  const Plan plan = manager.decide(observe(later));
  const Plan again = restarted.decide(observe(later));

  EXPECT_EQ(plan.owners, again.owners);
  EXPECT_EQ(plan.reason, again.reason);
}

}  // namespace
}  // namespace evenkeel::manager
