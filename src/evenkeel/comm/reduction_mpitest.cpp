// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reductions with other things between their begin and their end.
/// ranks: 1 2 3
#include "evenkeel/comm/reduction.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace evenkeel::comm {
namespace {

TEST(Reduction, LetsOtherCollectivesPassWhileItIsUnderWay) {
  const Communicator world(MPI_COMM_WORLD);
  const double me = world.rank();
  Reduction<double> reduction(world, MPI_MAX);

  for (const double round : {1.0, 2.0}) {
    std::array<double, 2> values{round * me, -me};
    reduction.begin(values);
    values = {};
    EXPECT_EQ(world.sum(std::int64_t{1}), world.size());
    reduction.finish(values);
    EXPECT_EQ(values, (std::array{round * (world.size() - 1), 0.0}));
  }
}

TEST(Reduction, OfManyValues) {
  const Communicator world(MPI_COMM_WORLD);
  std::vector<std::int64_t> values(1000, world.rank() + 1);
  Reduction<std::int64_t> reduction(world, MPI_SUM);

  reduction.begin(values);
  reduction.finish(values);

  const std::int64_t n = world.size();
  EXPECT_EQ(values, std::vector<std::int64_t>(1000, n * (n + 1) / 2));
}

TEST(Reduction, MayBeLeftUnderWayByAnException) {
  const Communicator world(MPI_COMM_WORLD);
  {
    Reduction<double> left(world, MPI_MIN);
    left.begin(std::array{1.0});
  }
  EXPECT_EQ(world.sum(std::int64_t{1}), world.size());
}

}  // namespace
}  // namespace evenkeel::comm
