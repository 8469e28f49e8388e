// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A trial ends, on any number of ranks, and says the same on all.
/// ranks: 2 3 4
#include "evenkeel/runtime/move_trial.hpp"

#include <gtest/gtest.h>

namespace evenkeel::runtime {
namespace {

TEST(MoveTrial, SaysTheSameToAllRanks) {
  telemetry::PhaseClock clock;
  const comm::Communicator world(MPI_COMM_WORLD, &clock);

  const double rate = try_moving(world, 1.0);

  EXPECT_GT(rate, 0.0);
  EXPECT_DOUBLE_EQ(world.max(rate), world.min(rate));
  EXPECT_GE(clock.counters().bytes_sent, 3 * 65536);
}

TEST(MoveTrial, ProcessorTimeInStoreDoesNotCount) {
  const comm::Communicator world(MPI_COMM_WORLD);
  constexpr double kPart = 0.01;

  const double rate = try_moving(world, kPart);

  // A rank copies a byte thrice at least, and no processor copies 50 GB in a second.
  EXPECT_LT(rate, kPart * 50e9 / 3.0);
}

}  // namespace
}  // namespace evenkeel::runtime
