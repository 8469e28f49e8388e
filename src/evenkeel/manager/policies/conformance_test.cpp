// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every policy promises, asked of every one that is registered.
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/manager/test_decision.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::manager {
namespace {

Registry<Policy> builtin() {
  Registry<Policy> registry;
  register_builtin(registry);
  return registry;
}

std::vector<std::string> all_names() {
  const Registry<Policy> registry = builtin();
  const std::vector<std::string_view> names = registry.names();
  return {names.begin(), names.end()};
}

Methods methods_of(const char* partitioner) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  return make_methods(partitioners, partitioner);
}

void expect_equal(const Plan& plan, const Plan& again) {
  EXPECT_EQ(plan.repartition, again.repartition);
  EXPECT_EQ(plan.owners, again.owners);
  EXPECT_EQ(plan.capacity, again.capacity);
  EXPECT_EQ(plan.gain_seconds, again.gain_seconds);
  EXPECT_EQ(plan.cost_seconds, again.cost_seconds);
  EXPECT_EQ(plan.reason, again.reason);
  EXPECT_EQ(plan.chosen, again.chosen);
}

/// A decision with what a run may bring: ranks that stand still or that nobody has measured, units
/// without load or owner.
class EveryPolicy : public Decision, public testing::WithParamInterface<std::string> {
 protected:
  /// The plan, after checking what holds for any observation.
  Plan decide(const Observation& now) {
    learn(history_, now);
    Plan plan = policy_->decide(now, history_, methods_);
    expect_equal(plan, policy_->decide(now, history_, methods_));
    EXPECT_EQ(plan.owners.size(), now.units.size());
    for (const int owner : plan.owners) {
      EXPECT_GE(owner, 0);
      EXPECT_LT(owner, static_cast<int>(now.rates.size()));
    }
    EXPECT_EQ(plan.capacity.size(), now.rates.size());
    EXPECT_TRUE(std::ranges::all_of(plan.capacity, [](double share) { return share >= 0.0; }));
    EXPECT_NEAR(std::accumulate(plan.capacity.begin(), plan.capacity.end(), 0.0), 1.0, 1e-12);
    EXPECT_TRUE(plan.repartition || std::ranges::equal(plan.owners, now.owners));
    EXPECT_TRUE(plan.alternatives.empty() || plan.chosen < plan.alternatives.size());
    EXPECT_FALSE(plan.reason.empty());
    return plan;
  }

  /// Some chances of a run that carries out what is decided.
  void run(std::size_t ranks) {
    std::vector<double> load(ranks + uniform_below(random_, 40));
    std::ranges::generate(load, [&] { return static_cast<double>(uniform_below(random_, 9)); });
    units_ = partition::row_of_loads(load);
    owners_.assign(load.size(), workload::kNoOwner);
    history_ = {};
    for (int chance = 0; chance < 12; ++chance) {
      const std::vector<machine::RankRate> rates = some_rates(ranks);
      Observation now = observe(rates);
      now.step = 4 * chance;
      const Plan plan = decide(now);
      note(history_, now, plan);
      owners_ = plan.owners;
    }
  }

  std::vector<machine::RankRate> some_rates(std::size_t ranks) {
    std::vector<double> rate(ranks);
    std::ranges::generate(rate, [&] { return std::max(0.0, uniform(random_) - 0.2); });
    std::vector<machine::RankRate> rates = known(rate, 0.02);
    for (machine::RankRate& each : rates) {
      each = uniform(random_) < 0.2 ? machine::RankRate{} : each;
    }
    return rates;
  }

  SplitMix64 random_{11};
  History history_;
  Methods methods_ = methods_of("ccp");
  std::unique_ptr<Policy> policy_ = builtin().make(GetParam());
};

TEST_P(EveryPolicy, PlansAreWholeAndPureWhateverARunBrings) {
  for (std::size_t trial = 0; trial < 40; ++trial) {
    run(1 + trial % 6);
  }
}

TEST_P(EveryPolicy, PlansAreWholeWhateverTheMethod) {
  for (const char* method : {"composite", "gpa", "rcb"}) {
    methods_ = methods_of(method);
    run(5);
  }
}

TEST_P(EveryPolicy, FirstChanceGivesOwnersToAll) {
  const std::vector<machine::RankRate> rates(3);
  owners_.assign(owners_.size(), workload::kNoOwner);

  EXPECT_TRUE(decide(observe(rates)).repartition);
}

TEST_P(EveryPolicy, MemoryThatIsShortIsNoCrash) {
  const std::vector<machine::RankRate> rates = known({3.0, 1.0});
  for (const double cap : {0.0, 4.0, 1e3}) {
    const std::vector<double> caps = {cap, 8.0};
    Observation now = observe(rates);
    now.memory_cap = caps;

    decide(now);
  }
}

INSTANTIATE_TEST_SUITE_P(Builtin, EveryPolicy, testing::ValuesIn(all_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace evenkeel::manager
