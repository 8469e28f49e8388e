// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The price of source terms from steps of known cost.
/// ranks: 1 2 3
#include "evenkeel/runtime/source_price.hpp"

#include <gtest/gtest.h>

namespace evenkeel::runtime {
namespace {

constexpr double kPrice = 2.5;

/// A step of two levels whose finer one costs half as much again per update; \p counted on it. Each
/// rank is as many times slower than the first as its number says.
solver::StepReport step_of(double counted, int rank) {
  const double update = 1e-7 * (1 + rank);
  const double seconds = update * (1.5 * 2000.0 + kPrice * counted);
  return {.level_updates = {1000, 2000},
          .level_work = {1000.0, 2000.0 + counted},
          .level_seconds = {update * 1000.0, seconds}};
}

TEST(SourcePrice, IsThatOfTheStepsInUpdatesOfTheMeanCost) {
  const comm::Communicator world(MPI_COMM_WORLD);
  SourcePrice price;
  for (int step = 0; step < 10; ++step) {
    price.add(step_of(100.0 * step, world.rank()));
  }

  // Updates count by their squares: (1000^2 + 1.5 * 2000^2) / (1000^2 + 2000^2) = 1.4.
  EXPECT_NEAR(price.measure(world), kPrice / 1.4, 1e-9);
  solver::StepReport next = step_of(100.0, 0);
  price.apply_to(next);
  EXPECT_NEAR(next.level_work[1], 2000.0 + 100.0 * kPrice / 1.4, 1e-6);
}

TEST(SourcePrice, TellsWhatUpdatesOfEachLevelCostInTheMean) {
  const comm::Communicator world(MPI_COMM_WORLD);
  SourcePrice price;
  price.add(step_of(1000.0, world.rank()));
  price.add(step_of(3000.0, world.rank()));
  price.restore(0.5);

  const std::vector<double> means = price.mean_costs(world);

  ASSERT_EQ(means.size(), 2U);
  EXPECT_DOUBLE_EQ(means[0], 1.0);
  EXPECT_DOUBLE_EQ(means[1], 1.0 + 0.5 * 4000.0 / 4000.0);
}

TEST(SourcePrice, IsOneWhereCountsDoNotChange) {
  const comm::Communicator world(MPI_COMM_WORLD);
  SourcePrice price;
  for (int step = 0; step < 10; ++step) {
    price.add(step_of(700.0, world.rank()));
  }

  EXPECT_EQ(price.measure(world), 1.0);
}

}  // namespace
}  // namespace evenkeel::runtime
