// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shares in force against rates that say something else, or seem to.
#include "evenkeel/manager/belief.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/manager/outlook.hpp"
#include "evenkeel/manager/test_decision.hpp"

namespace evenkeel::manager {
namespace {

using machine::RankRate;

using Belief = Decision;

std::vector<double> believed(const Observation& now, const History& past) {
  std::vector<double> rate;
  for (const RankRate& each : believed_rates(now, past)) {
    rate.push_back(each.rate);
  }
  return rate;
}

TEST_F(Belief, WhatNoiseExplainsLeavesSharesInForce) {
  const std::vector<RankRate> rates = known({3.03, 1.0}, 0.03);

  const std::vector<double> rate = believed(observe(rates), {.capacity = {0.75, 0.25}});

  EXPECT_NEAR(rate[0] / rate[1], 3.0, 1e-12);
}

TEST_F(Belief, WhatNoiseDoesNotExplainIsFollowed) {
  const std::vector<RankRate> rates = known({6.0, 1.0}, 0.03);

  const std::vector<double> rate = believed(observe(rates), {.capacity = {0.75, 0.25}});

  EXPECT_NEAR(rate[0] / rate[1], 6.0, 0.03);
}

TEST_F(Belief, LimitsThatHaveChangedAreNoNoise) {
  const std::vector<RankRate> rates = known({3.03, 1.0}, 0.03);

  const History past{.capacity = {0.75, 0.25}, .limits_since = 1.0};

  EXPECT_EQ(believed(observe(rates), past), (std::vector<double>{3.03, 1.0}));
}

TEST_F(Belief, RanksWithoutRateOrShareAreLeftAlone) {
  std::vector<RankRate> rates = known({3.0, 1.0, 0.0, 2.0}, 0.03);
  rates[1].known = false;

  EXPECT_EQ(believed(observe(rates), {.capacity = {0.5, 0.25, 0.25, 0.0}}),
            (std::vector<double>{3.0, 1.0, 0.0, 2.0}));
  EXPECT_EQ(believed(observe(rates), {}), (std::vector<double>{3.0, 1.0, 0.0, 2.0}));
}

/// Part of the looks at \p ranks equal ranks in which perfect owners seem to save more than noise.
double false_alarms(std::size_t ranks) {
  constexpr double kError = 0.01;
  constexpr int kLooks = 2000;
  const std::vector<double> equal(ranks, 1.0 / static_cast<double>(ranks));
  const workload::UnitList units = partition::row_of_loads(equal);
  partition::Owners owners(ranks);
  std::iota(owners.begin(), owners.end(), 0);
  SplitMix64 random(3);
  int alarms = 0;
  for (int look = 0; look < kLooks; ++look) {
    std::vector<RankRate> rates(ranks,
                                {.rate = 1.0, .recent = 1.0, .error = kError, .known = true});
    std::ranges::for_each(rates, [&](RankRate& each) { each.rate += kError * normal(random); });
    const History past{.capacity = equal, .load = equal};
    Observation now{.units = units, .owners = owners, .rates = rates};
    const std::vector<RankRate> drawn = believed_rates(now, past);
    now.rates = drawn;
    Outlook outlook(now, past, 0.0);
    outlook.set_kept(equal);
    alarms += outlook.perfect_saving() > noise_of(drawn, past) ? 1 : 0;
  }
  return static_cast<double>(alarms) / kLooks;
}

TEST(BeliefOfEquals, HardlyEverSeesSavings) {
  for (const std::size_t ranks : {2U, 4U, 8U, 32U}) {
    EXPECT_LT(false_alarms(ranks), 0.006) << ranks;
  }
}

}  // namespace
}  // namespace evenkeel::manager
