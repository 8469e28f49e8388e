// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all policies do alike, and those that do not weigh.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/manager/test_decision.hpp"

namespace evenkeel::manager {
namespace {

using machine::RankRate;

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

TEST_F(Decision, OneRankHasNothingToDecide) {
  owners_.assign(10, 0);
  const std::vector<RankRate> rates = known({3.0});

  EXPECT_FALSE(make_manager("cost_benefit").decide(observe(rates)).repartition);
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

TEST_F(Decision, StaticDoesNotTakeForGoodWhatNobodyHasMeasured) {
  Manager manager = make_manager("static");
  const std::vector<RankRate> by_quotas = machine::rates_from_capacity(std::vector{0.5, 0.5}, {});
  const std::vector<RankRate> first = known({2.0, 8.0});
  const std::vector<RankRate> later = known({8.0, 2.0});

  EXPECT_EQ(std::ranges::count(manager.decide(observe(by_quotas)).owners, 0), 5);
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

TEST_F(Decision, ReactiveSaysThatNoCapacityIsKnownYet) {
  Manager manager = make_manager("reactive");
  const std::vector<RankRate> unknown(2);
  const std::vector<RankRate> first = known({2.0, 8.0});

  EXPECT_EQ(manager.decide(observe(unknown)).reason, "equal work until capacities are known");
  EXPECT_EQ(manager.decide(observe(unknown)).reason, "equal work until capacities are known");
  EXPECT_EQ(manager.decide(observe(first)).reason,
            "policy reactive takes new capacities every 4 regrids");
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
