// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Measured rates of ranks whose processor time is limited.
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/machine/measured_rate.hpp"

namespace evenkeel::machine {
namespace {

/// A rank that gets \p available of a processor, may have \p limit, and does 100 a second of it.
void observe_limited(MeasuredRate& rate, double available, double limit) {
  rate.observe({.updates = std::array{100.0 * available},
                .seconds = std::array{1.0},
                .elapsed = 1.0,
                .availability = std::array{available},
                .limit = std::array{limit}});
}

TEST(MeasuredRateLimits, NewLimitCountsAtOnceWhereItIsWhatHeldTheRankBack) {
  MeasuredRate rate(1, 1);
  for (int window = 0; window < 4; ++window) {
    observe_limited(rate, 0.4, 0.4);
  }

  observe_limited(rate, 0.3, 0.2);  // half of the window was before the change

  EXPECT_NEAR(rate.rates()[0].rate, 20.0, 1e-9);
  observe_limited(rate, 0.2, 0.2);
  observe_limited(rate, 0.5, 0.8);
  EXPECT_NEAR(rate.rates()[0].rate, 80.0, 1e-9);
}

TEST(MeasuredRateLimits, LimitThatDidNotHoldARankBackChangesNothing) {
  MeasuredRate rate(1, 1);
  for (int window = 0; window < 4; ++window) {
    observe_limited(rate, 0.3, 0.9);
  }

  observe_limited(rate, 0.3, 0.6);
  EXPECT_NEAR(rate.rates()[0].rate, 30.0, 1e-9);
  observe_limited(rate, 0.3, 0.15);
  EXPECT_NEAR(rate.rates()[0].rate, 15.0, 1e-9);
}

/// Ranks that have all of \p limit do \p efficiency times as much a second, for \p length seconds.
void observe_at(MeasuredRate& rate, const std::vector<double>& limit,
                const std::vector<double>& efficiency, double length = 1.0) {
  std::vector<double> updates;
  std::ranges::transform(limit, efficiency, std::back_inserter(updates), std::multiplies<>());
  std::ranges::for_each(updates, [length](double& cells) { cells *= length; });
  const std::vector<double> seconds(limit.size(), length);
  rate.observe({.updates = updates,
                .seconds = seconds,
                .elapsed = length,
                .availability = limit,
                .limit = limit});
}

/// Four ranks, two of 0.15 and two of 0.1 of a processor, after so many windows.
MeasuredRate seen_at_limits(const std::vector<double>& efficiency, int windows,
                            double length = 1.0) {
  MeasuredRate rate(4, 1);
  for (int window = 0; window < windows; ++window) {
    observe_at(rate, {0.15, 0.15, 0.1, 0.1}, efficiency, length);
  }
  return rate;
}

TEST(MeasuredRateLimits, LimitsOfAllThatChangeAtOnceAreNoPaceBesides) {
  const std::vector<double> efficiency(4, 1000.0);
  MeasuredRate rate(4, 1);
  for (int window = 0; window < 5; ++window) {
    observe_at(rate, std::vector<double>(4, 0.2), efficiency);
  }

  observe_at(rate, std::vector<double>(4, 0.1), efficiency);

  EXPECT_NEAR(rate.rates()[0].rate, 100.0, 1e-9);
}

TEST(MeasuredRateLimits, RanksDifferNoMoreThanNoiseLets) {
  const std::vector<double> alike = seen_at_limits({100.0, 103.0, 98.0, 99.0}, 1).capacity();
  const std::vector<double> unlike = seen_at_limits({100.0, 100.0, 300.0, 300.0}, 1).capacity();

  EXPECT_NEAR(alike[0], 0.3, 1e-9);
  EXPECT_NEAR(alike[3], 0.2, 1e-9);
  EXPECT_NEAR(unlike[3], 1.0 / 3.0, 0.005);
}

TEST(MeasuredRateLimits, FirstWindowsSayLittleAgainstThem) {
  const std::vector<double> slow_host = {100.0, 100.0, 100.0, 80.0};

  EXPECT_NEAR(seen_at_limits(slow_host, 1).capacity()[3], 0.2, 0.007);
  EXPECT_NEAR(seen_at_limits(slow_host, 12).capacity()[3], 0.08 / 0.48, 0.002);
}

TEST(MeasuredRateLimits, LongWindowsSayMore) {
  const std::vector<double> slow_host = {100.0, 100.0, 100.0, 80.0};

  EXPECT_NEAR(seen_at_limits(slow_host, 1, 20.0).capacity()[3], 0.08 / 0.48, 0.004);
}

TEST(MeasuredRateLimits, NewOnesLeaveKnownWhatWasSeenBefore) {
  const std::vector<double> slow_host = {100.0, 100.0, 100.0, 80.0};
  MeasuredRate rate = seen_at_limits(slow_host, 12);

  observe_at(rate, {0.075, 0.075, 0.05, 0.05}, slow_host);

  EXPECT_NEAR(rate.capacity()[3], 0.08 / 0.48, 0.004);
}

}  // namespace
}  // namespace evenkeel::machine
