// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Measured rates of synthetic ranks: steps, noise, idle ranks, levels of unequal cost.
#include "evenkeel/machine/measured_rate.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::machine {
namespace {

/// One window of one second in which each rank computes all the time.
void observe_speeds(MeasuredRate& rate, const std::vector<double>& speed) {
  const std::vector<double> seconds(speed.size(), 1.0);
  rate.observe({.updates = speed, .seconds = seconds, .elapsed = 1.0});
}

TEST(MeasuredRate, SharesAreEqualUntilSomethingIsKnown) {
  const MeasuredRate rate(4, 1);

  EXPECT_EQ(rate.capacity(), std::vector<double>(4, 0.25));
  EXPECT_FALSE(rate.rates()[0].known);
  EXPECT_EQ(rate.rates()[0].error, 1.0);
}

TEST(MeasuredRate, OneWindowGivesSharesByWallSeconds) {
  MeasuredRate rate(2, 1);

  rate.observe(
      {.updates = std::array{300.0, 100.0}, .seconds = std::array{1.0, 1.0}, .elapsed = 1.5});

  EXPECT_EQ(rate.capacity(), (std::vector<double>{0.75, 0.25}));
  EXPECT_DOUBLE_EQ(rate.rates()[0].rate, 300.0);
}

TEST(MeasuredRate, GoesOnAsAnotherWould) {
  MeasuredRate rate(2, 2);
  const std::array updates = {300.0, 40.0, 100.0, 10.0};
  const std::array seconds = {1.0, 0.5, 1.0, 0.4};
  const RateWindow window{.updates = updates, .seconds = seconds, .elapsed = 1.5};
  rate.observe(window);
  MeasuredRate other(2, 2);

  other.restore(rate.tracks());
  other.restore(rate.costs());

  EXPECT_EQ(other.capacity(), rate.capacity());
  rate.observe(window);
  other.observe(window);
  EXPECT_EQ(other.capacity(), rate.capacity());
  EXPECT_EQ(other.class_cost(), rate.class_cost());
}

TEST(MeasuredRate, ShortWindowsAreGatheredUntilLongEnough) {
  MeasuredRate rate(1, 1, {.min_seconds = 0.1});
  const std::array updates = {4.0};
  const std::array seconds = {0.04};
  const RateWindow third{.updates = updates, .seconds = seconds, .elapsed = 0.05};

  rate.observe(third);
  rate.observe(third);
  EXPECT_FALSE(rate.rates()[0].known);
  EXPECT_DOUBLE_EQ(rate.rates()[0].rate, 100.0);  // as far as that can be told
  EXPECT_DOUBLE_EQ(rate.rates()[0].age, 0.1);
  rate.observe(third);

  EXPECT_TRUE(rate.rates()[0].known);
  EXPECT_DOUBLE_EQ(rate.rates()[0].rate, 100.0);
  EXPECT_EQ(rate.rates()[0].age, 0.0);
}

TEST(MeasuredRate, StepIsFollowedAfterTwoWindows) {
  MeasuredRate rate(1, 1);
  for (int window = 0; window < 10; ++window) {
    observe_speeds(rate, {100.0});
  }

  observe_speeds(rate, {50.0});
  EXPECT_DOUBLE_EQ(rate.rates()[0].rate, 100.0);
  EXPECT_DOUBLE_EQ(rate.rates()[0].recent, 50.0);
  observe_speeds(rate, {50.0});

  EXPECT_DOUBLE_EQ(rate.rates()[0].rate, 50.0);
}

TEST(MeasuredRate, OneOutlierIsNoStep) {
  MeasuredRate rate(1, 1);
  for (int window = 0; window < 20; ++window) {
    observe_speeds(rate, {window == 10 ? 40.0 : 100.0});
    EXPECT_GT(rate.rates()[0].rate, 70.0);
  }

  // Averaged over time: the seconds lost in it count.
  EXPECT_NEAR(rate.rates()[0].rate, 100.0, 8.0);
}

TEST(MeasuredRate, LongWindowCountsForMoreThanAShortOneBefore) {
  MeasuredRate rate(1, 1);
  observe_speeds(rate, {120.0});

  rate.observe({.updates = std::array{600.0}, .seconds = std::array{6.0}, .elapsed = 6.0});

  EXPECT_DOUBLE_EQ(rate.rates()[0].rate, 720.0 / 7.0);
  EXPECT_LT(rate.rates()[0].error, 0.05);
}

TEST(MeasuredRate, NoiseIsAveragedToTheStatedError) {
  MeasuredRate rate(1, 1);
  SplitMix64 random(3);
  double squares = 0.0;
  double stated = 0.0;
  constexpr int kWindows = 400;
  for (int window = 0; window < kWindows; ++window) {
    observe_speeds(rate, {100.0 * std::exp(0.04 * normal(random))});
    const double off = std::log(rate.rates()[0].rate / 100.0);
    squares += off * off;
    stated += rate.rates()[0].error;
  }

  const double error = std::sqrt(squares / kWindows);
  EXPECT_LT(error, 0.02);  // single windows are off by 0.04
  EXPECT_GT(stated / kWindows, 0.5 * error);
  EXPECT_LT(stated / kWindows, 2.0 * error);
}

TEST(MeasuredRate, QuietRanksAreSoonKnownToBeQuiet) {
  MeasuredRate rate(1, 1);
  for (int window = 0; window < 6; ++window) {
    observe_speeds(rate, {window % 2 == 0 ? 100.0 : 100.5});
  }

  EXPECT_LT(rate.rates()[0].error, 0.75 * 0.03 / std::sqrt(6.0));  // of what is assumed at first
}

/// A long window tells of its noise, and of a step in it, by its parts.
TEST(MeasuredRate, PartsOfAWindowAreWindows) {
  MeasuredRate whole(3, 1);
  MeasuredRate parts(3, 1);
  const std::vector<double> part_updates = {99.0, 200.0, 400.0, 101.0, 200.0, 400.0,
                                            99.0, 100.0, 400.0, 101.0, 100.0, 400.0};
  const std::vector<double> part_seconds(part_updates.size(), 1.0);
  const std::array updates = {400.0, 600.0, 1600.0};
  const std::array seconds = {4.0, 4.0, 4.0};
  RateWindow window{.updates = updates, .seconds = seconds, .elapsed = 5.0};
  whole.observe(window);
  window.part_updates = part_updates;
  window.part_seconds = part_seconds;
  parts.observe(window);

  EXPECT_NEAR(parts.rates()[0].rate, 100.0, 0.1);
  EXPECT_LT(parts.rates()[0].error, 0.6 * whole.rates()[0].error);
  EXPECT_DOUBLE_EQ(whole.rates()[1].rate, 150.0);
  EXPECT_NEAR(parts.rates()[1].rate, 100.0, 1.0);
  EXPECT_DOUBLE_EQ(parts.rates()[1].recent, 150.0);  // of the whole
}

TEST(MeasuredRate, ProbeOfARankWithoutWorkCountsOnce) {
  MeasuredRate whole(2, 1);
  MeasuredRate parts(2, 1);
  const std::array updates = {400.0, 0.0};
  const std::array seconds = {4.0, 0.0};
  const std::array availability = {1.0, 0.5};
  const std::array part_updates = {200.0, 0.0, 200.0, 0.0};
  const std::array part_seconds = {2.0, 0.0, 2.0, 0.0};
  RateWindow window{
      .updates = updates, .seconds = seconds, .elapsed = 5.0, .availability = availability};
  whole.observe(window);
  window.part_updates = part_updates;
  window.part_seconds = part_seconds;
  parts.observe(window);

  EXPECT_DOUBLE_EQ(parts.rates()[1].rate, whole.rates()[1].rate);
  EXPECT_GT(parts.rates()[1].rate, 0.0);
}

TEST(MeasuredRate, LoadThatComesAndGoesIsAveragedOverTime) {
  MeasuredRate rate(1, 1);
  for (int window = 0; window < 40; ++window) {
    observe_speeds(rate, {window % 2 == 0 ? 100.0 : 50.0});
  }

  EXPECT_NEAR(rate.rates()[0].rate, 75.0, 4.0);
}

TEST(MeasuredRate, IdleRankKeepsItsLastRate) {
  MeasuredRate rate(2, 1);
  observe_speeds(rate, {100.0, 50.0});

  for (int window = 0; window < 5; ++window) {
    rate.observe(
        {.updates = std::array{100.0, 0.0}, .seconds = std::array{1.0, 0.0}, .elapsed = 1.0});
  }

  EXPECT_DOUBLE_EQ(rate.rates()[1].rate, 50.0);
  EXPECT_DOUBLE_EQ(rate.rates()[1].age, 5.0);
}

TEST(MeasuredRate, IdleRankIsSeenToRecoverByItsProbes) {
  MeasuredRate rate(2, 1);
  const std::array seconds = {1.0, 0.0};
  const std::array updates = {100.0, 0.0};
  const std::array little = {1.0, 0.1};
  const std::array plenty = {1.0, 1.0};
  // Rank 1 gets a tenth of a processor, then is shed, then the load beside it goes away.
  rate.observe({.updates = std::array{100.0, 10.0},
                .seconds = std::array{1.0, 1.0},
                .elapsed = 1.0,
                .availability = little});
  RateWindow idle{.updates = updates, .seconds = seconds, .elapsed = 1.0, .availability = little};
  rate.observe(idle);
  rate.observe(idle);
  EXPECT_NEAR(rate.rates()[1].rate, 10.0, 1e-9);

  idle.availability = plenty;
  rate.observe(idle);
  EXPECT_LT(rate.rates()[1].rate, 50.0);  // once may be noise
  rate.observe(idle);

  EXPECT_NEAR(rate.rates()[1].rate, 100.0, 1e-9);
}

TEST(MeasuredRate, ProbesThatProvedWrongAreNotBelievedForAWhile) {
  MeasuredRate rate(2, 1);
  const std::array both = {1.0, 1.0};
  const std::array first = {1.0, 0.0};
  const std::array slow = {100.0, 10.0};
  const std::array shed = {100.0, 0.0};
  const std::array little = {1.0, 0.1};
  // Slow whatever part of a processor it gets: the probe while it is idle misleads.
  const RateWindow works{.updates = slow, .seconds = both, .elapsed = 1.0, .availability = little};
  const RateWindow idle{.updates = shed, .seconds = first, .elapsed = 1.0, .availability = both};
  const auto windows_until_believed = [&] {
    int windows = 0;
    while (rate.rates()[1].rate < 50.0) {
      rate.observe(idle);
      ++windows;
    }
    rate.observe(works);
    rate.observe(works);
    return windows;
  };
  rate.observe(works);

  EXPECT_EQ(windows_until_believed(), 2);
  EXPECT_EQ(windows_until_believed(), 4);
  EXPECT_EQ(windows_until_believed(), 6);
}

TEST(MeasuredRate, ProbeOfARankThatNeverWorkedCountsByTheOthersEfficiency) {
  MeasuredRate rate(2, 1);

  for (int window = 0; window < 2; ++window) {
    rate.observe({.updates = std::array{60.0, 0.0},
                  .seconds = std::array{1.0, 0.0},
                  .elapsed = 1.0,
                  .availability = std::array{0.5, 0.25}});
  }

  EXPECT_DOUBLE_EQ(rate.rates()[1].rate, 30.0);
}

TEST(MeasuredRate, RankThatNeverWorkedCountsAsTheMean) {
  MeasuredRate rate(3, 1);

  rate.observe({.updates = std::array{100.0, 50.0, 0.0},
                .seconds = std::array{1.0, 1.0, 0.0},
                .elapsed = 1.0});

  EXPECT_DOUBLE_EQ(rate.rates()[2].rate, 75.0);
  EXPECT_FALSE(rate.rates()[2].known);
}

TEST(MeasuredRate, CostOfALevelIsNotTakenForSpeedOfARank) {
  MeasuredRate rate(2, 2);
  // Level 1 costs three times as much per update; rank 1 is twice as fast, and has most of it.
  const std::array updates = {900.0, 100.0, 400.0, 1600.0};
  const std::array seconds = {9.0, 3.0, 2.0, 24.0};

  for (int window = 0; window < 10; ++window) {
    rate.observe({.updates = updates, .seconds = seconds, .elapsed = 30.0});
  }

  EXPECT_NEAR(rate.class_cost()[1] / rate.class_cost()[0], 3.0, 0.01);
  EXPECT_NEAR(rate.rates()[1].rate / rate.rates()[0].rate, 2.0, 0.01);
  EXPECT_NEAR(1300.0 * rate.class_cost()[0] + 1700.0 * rate.class_cost()[1], 3000.0, 1e-6);
}

TEST(MeasuredRate, FastRankThatHasNotWorkedLongIsNotTakenForASlowOne) {
  MeasuredRate rate(2, 1, {.min_seconds = 0.1});

  rate.observe(
      {.updates = std::array{50.0, 50.0}, .seconds = std::array{0.02, 1.0}, .elapsed = 1.0});

  EXPECT_FALSE(rate.rates()[0].known);
  EXPECT_DOUBLE_EQ(rate.rates()[0].rate, 2500.0);
  EXPECT_DOUBLE_EQ(rate.rates()[1].rate, 50.0);
}

/// A window of ranks with cells of \p speed that spend \p fixed seconds on messages.
void observe_messages(MeasuredRate& rate, const std::vector<double>& load,
                      const std::vector<double>& speed, const std::vector<double>& fixed) {
  std::vector<double> seconds;
  for (std::size_t rank = 0; rank < load.size(); ++rank) {
    seconds.push_back(load[rank] / speed[rank] + fixed[rank]);
  }
  rate.observe({.updates = load, .seconds = seconds, .elapsed = 4.0, .fixed = fixed});
}

TEST(MeasuredRate, MessagesLeaveTimeInWhichRanksAreDoneTogether) {
  const std::vector<double> speed = {150.0, 100.0};
  const std::vector<double> fixed = {1.0, 1.5};
  MeasuredRate rate(2, 1);

  observe_messages(rate, {100.0, 100.0}, speed, fixed);

  const std::vector<double> share = rate.capacity();
  const double took = 200.0 * share[0] / speed[0] + fixed[0];
  EXPECT_NEAR(took, 200.0 * share[1] / speed[1] + fixed[1], 1e-9);
  EXPECT_NEAR(took, 200.0 * share[0] / rate.rates()[0].rate, 1e-9);
}

/// Load over all seconds would make the one with more work look a third faster.
TEST(MeasuredRate, ShareOfARankDoesNotChangeWhatItIsTakenFor) {
  const std::vector<double> fixed = {1.0, 1.0};
  MeasuredRate rate(2, 1);

  observe_messages(rate, {150.0, 50.0}, {100.0, 100.0}, fixed);

  EXPECT_NEAR(rate.capacity()[0], 0.5, 1e-9);
}

TEST(MeasuredRate, RankWhoseMessagesTakeAllTheTimeIsSlowNotStopped) {
  MeasuredRate rate(2, 1);

  observe_messages(rate, {100.0, 1.0}, {100.0, 100.0}, {0.0, 9.0});

  EXPECT_NEAR(rate.rates()[1].rate, 10.0, 1e-9);
}

/// Memory touched for the first time, a processor that others slow down: no news of shares.
TEST(MeasuredRate, PaceOfAllRanksIsNoStepOfAny) {
  MeasuredRate rate(4, 1);
  for (int window = 0; window < 5; ++window) {
    observe_speeds(rate, {100.0, 200.0, 100.0, 200.0});
  }

  observe_speeds(rate, {50.0, 100.0, 50.0, 100.0});
  EXPECT_NEAR(rate.rates()[0].rate, 50.0, 1e-9);
  observe_speeds(rate, {48.0, 100.0, 70.0, 100.0});  // the third is out of step once
  observe_speeds(rate, {100.0, 200.0, 100.0, 200.0});

  EXPECT_NEAR(rate.rates()[0].rate, 100.0, 2.0);
  EXPECT_NEAR(rate.rates()[2].rate, 100.0, 10.0);
  EXPECT_NEAR(rate.capacity()[1], 1.0 / 3.0, 0.01);
}

TEST(MeasuredRate, StepOfOneOfManyIsFollowed) {
  MeasuredRate rate(4, 1);
  for (int window = 0; window < 5; ++window) {
    observe_speeds(rate, {100.0, 100.0, 100.0, 100.0});
  }

  observe_speeds(rate, {50.0, 100.0, 100.0, 100.0});
  observe_speeds(rate, {50.0, 100.0, 100.0, 100.0});

  EXPECT_NEAR(rate.rates()[0].rate, 50.0, 1e-9);
  EXPECT_NEAR(rate.rates()[1].rate, 100.0, 1e-9);
}

TEST(MeasuredRate, GivenSharesBecomeRatesWithoutError) {
  const std::vector<RankRate> measured{{.rate = 100.0}, {.rate = 0.0}, {.rate = 300.0}};

  const std::vector<RankRate> rates = rates_from_capacity(std::array{1.0, 0.0, 3.0}, measured);

  EXPECT_DOUBLE_EQ(rates[2].rate, 300.0);
  EXPECT_EQ(rates[1].rate, 0.0);
  EXPECT_TRUE(rates[1].known);
  EXPECT_EQ(capacity_of(rates), (std::vector<double>{0.25, 0.0, 0.75}));
  EXPECT_TRUE(rates[1].is_timed);
  const std::vector<RankRate> assumed = rates_from_capacity(std::array{1.0, 3.0}, {});
  EXPECT_DOUBLE_EQ(assumed[0].rate, 2.5e5);
  EXPECT_FALSE(assumed[0].is_timed);
}

}  // namespace
}  // namespace evenkeel::machine
