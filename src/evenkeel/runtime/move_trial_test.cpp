// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What trials say of links whose speed is known.
#include "evenkeel/runtime/move_trial.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace evenkeel::runtime {
namespace {

double as_double(std::size_t bytes) {
  return static_cast<double>(bytes);
}

TEST(RateOfMoves, IsThatOfASlowLink) {
  EXPECT_DOUBLE_EQ(rate_of_moves([](std::size_t bytes) { return 1e-7 * as_double(bytes); }), 1e7);
}

TEST(RateOfMoves, ABurstDoesNotCount) {
  constexpr double kBurst = 1e5;
  const auto shaped = [](std::size_t bytes) {
    return 1e-8 * std::max(1.0, as_double(bytes) - kBurst);
  };

  EXPECT_NEAR(rate_of_moves(shaped), 1e8, 0.2e8);
}

/// Each turn of the processor is waited for 8 ms, as beside an endless loop.
TEST(RateOfMoves, WaitingForTheProcessorHardlyCounts) {
  const auto beside_a_loop = [](std::size_t bytes) { return 8e-3 + 2e-9 * as_double(bytes); };

  EXPECT_GT(rate_of_moves(beside_a_loop), 2e8);
}

/// By chance little waited for two turns where less had waited for one.
TEST(RateOfMoves, OneTimeInProportionMayBeChance) {
  int moves = 0;
  const auto beside_a_loop = [&](std::size_t bytes) {
    return (++moves == 2 ? 8e-3 : 4e-3) + 2e-9 * as_double(bytes);
  };

  EXPECT_GT(rate_of_moves(beside_a_loop), 2e8);
}

TEST(RateOfMoves, TriesNoMoreThanItNeeds) {
  int moves = 0;
  std::size_t most = 0;
  rate_of_moves([&](std::size_t bytes) {
    ++moves;
    most = std::max(most, bytes);
    return 1e-7 * as_double(bytes);
  });

  EXPECT_EQ(moves, 5);
  EXPECT_EQ(most, std::size_t{1} << 18);
}

/// 2 Mbit/s, of which a burst passes at once.
TEST(RateOfMoves, DoesNotHoldUpARunOnAVerySlowLink) {
  constexpr double kBurst = 70e3;
  double spent = 0.0;
  const auto slow = [&](std::size_t bytes) {
    const double seconds = 4e-6 * std::max(1.0, as_double(bytes) - kBurst);
    spent += seconds;
    return seconds;
  };

  EXPECT_NEAR(rate_of_moves(slow), 2.5e5, 1e5);
  EXPECT_LT(spent, 1.1);
}

}  // namespace
}  // namespace evenkeel::runtime
