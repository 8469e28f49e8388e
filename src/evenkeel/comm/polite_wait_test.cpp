// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What waiting is booked as.
#include "evenkeel/comm/polite_wait.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace evenkeel::comm {
namespace {

using telemetry::Phase;
using telemetry::PhaseClock;

std::int64_t ticks = 0;

/// A clock that says one second more each time it is read.
PhaseClock ticking_clock() {
  return PhaseClock({[] { return 1'000'000'000 * ++ticks; }, [] { return std::int64_t{0}; }});
}

TEST(PoliteWait, BooksNothingWhenThereIsNothingToWaitFor) {
  PhaseClock clock = ticking_clock();

  wait_politely(&clock, [] { return true; });

  EXPECT_EQ(clock.wall(Phase::kWait), 0.0);
}

TEST(PoliteWait, BooksTheTimeUntilTheEventAsWait) {
  PhaseClock clock = ticking_clock();
  int tests = 0;

  wait_politely(&clock, [&] { return ++tests == 3; });

  EXPECT_EQ(tests, 3);
  EXPECT_EQ(clock.wall(Phase::kWait), 1.0);
}

TEST(PoliteWait, NapsLongerWhereProcessorTimeIsDear) {
  EXPECT_EQ(nap_nanoseconds(20'000, 1.0), 5'000);
  EXPECT_EQ(nap_nanoseconds(800'000, 1.0), 100'000);
  EXPECT_EQ(nap_nanoseconds(80'000'000, 1.0), 1'000'000);
  // sqrt(2 * 10 us * 450 us * 9) = 284.6 us
  EXPECT_EQ(nap_nanoseconds(450'000, 0.1), 284'605);
  // sqrt(2 * 10 us * 450 us * 1) = 94.9 us
  EXPECT_EQ(nap_nanoseconds(450'000, 0.5), 94'868);
}

TEST(PoliteWait, ClosesItsScopeWhenTheTestThrows) {
  PhaseClock clock = ticking_clock();
  int tests = 0;
  const auto fail = [&]() -> bool {
    return ++tests == 1 ? false : throw std::runtime_error("peer lost");
  };

  EXPECT_THROW(wait_politely(&clock, fail), std::runtime_error);

  const double booked = clock.wall(Phase::kWait);
  EXPECT_EQ(clock.wall(Phase::kWait), booked);
}

}  // namespace
}  // namespace evenkeel::comm
