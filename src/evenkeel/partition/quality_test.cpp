// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Figures of partitions small enough to work out by hand.
#include "evenkeel/partition/quality.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

TEST(Quality, FacesWeighWhatBothSidesReach) {
  const workload::UnitList units = refined_square();
  const std::array<double, 2> capacity = {1, 1};

  // Faces: refined to refined 1 + 4, three others 1 each.
  const Quality rows = measure({units, capacity, {}}, {0, 0, 1, 1});
  const Quality columns = measure({units, capacity, {}}, {0, 1, 0, 1});

  EXPECT_EQ(rows.cut, 2.0);
  EXPECT_EQ(columns.cut, 6.0);
  EXPECT_DOUBLE_EQ(columns.cut_fraction, 6.0 / 8.0);
}

TEST(Quality, FacesOfLargeUnitsCountTheirBaseCells) {
  workload::UnitList units = refined_square();
  units.granularity = 2;
  units.lo = {{0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 4, 0}};
  units.hi = {{4, 4, 1}, {6, 2, 1}, {6, 4, 1}, {6, 5, 1}};

  // First beside second: 2 rows, both refined (5 each); first beside third 2; last above 4 and 2;
  // second below third 2.
  const Quality apart = measure({units, std::array<double, 2>{1, 1}, {}}, {0, 1, 1, 1});
  const Quality together = measure({units, std::array<double, 2>{1, 1}, {}}, {0, 0, 0, 1});

  EXPECT_EQ(apart.cut, 10.0 + 2.0 + 4.0);
  EXPECT_EQ(together.cut, 6.0);
  EXPECT_DOUBLE_EQ(together.cut_fraction, 6.0 / 20.0);
}

TEST(Quality, BalanceIsJudgedByCapacity) {
  const workload::UnitList units = refined_square();  // loads 1 + 8, 1 + 8, 1, 1
  const std::array<double, 2> capacity = {3, 1};

  const Quality quality = measure({units, capacity, {}}, {0, 0, 1, 1});

  EXPECT_DOUBLE_EQ(quality.bottleneck, 18.0 / 0.75 / 20.0 - 1.0);
  EXPECT_DOUBLE_EQ(quality.seed_imbalance[0], 20.0);
  EXPECT_DOUBLE_EQ(quality.seed_imbalance[1], 60.0);
  EXPECT_DOUBLE_EQ(quality.seed_imbalance_max, 60.0);
  EXPECT_DOUBLE_EQ(quality.per_level_time, (2 / 0.25 + 16 / 0.75) / 20.0);
}

TEST(Quality, NoOwnersBeatTheLowerBound) {
  const workload::UnitList units = refined_square();
  const std::array<double, 3> capacity = {1, 1, 2};

  // The two heavy units sit on at most two processors, which offer at most 3/4: 18 / 0.75 = 24; one
  // alone takes at least 9 / 0.5 = 18.
  EXPECT_DOUBLE_EQ(measure({units, capacity, {}}, {0, 1, 2, 2}).lower_bound, 24.0 / 20.0 - 1.0);
}

TEST(Quality, NoOwnersBeatTheBoundOfThePerLevelTime) {
  const workload::UnitList units = refined_square();  // 1 on level 0 each, 8 on level 1 two of them
  const std::array<double, 2> capacity = {2, 1};

  const Quality quality = measure({units, capacity, {}}, {0, 0, 0, 1});

  // Four pieces of 1 take 1.5, not 4/3; two of 8 take 8, not 16/3.
  EXPECT_DOUBLE_EQ(quality.level_bound, 9.5 / (20.0 / 3.0));
  EXPECT_DOUBLE_EQ(quality.per_level_time, quality.level_bound);
}

TEST(Quality, MigrationCountsMemoryThatHadAnotherOwner) {
  const workload::UnitList units = refined_square();  // memory 5, 5, 1, 1
  const std::array<double, 2> capacity = {1, 1};
  const Owners before = {0, 1, kNoOwner, 1};

  const Quality quality = measure({units, capacity, before}, {0, 0, 1, 1});

  EXPECT_EQ(quality.migration, 5.0);
  EXPECT_DOUBLE_EQ(quality.migration_fraction, 5.0 / 12.0);
}

TEST(Quality, LoadOnNothingNeverEnds) {
  const workload::UnitList units = refined_square();
  const std::array<double, 2> capacity = {1, 0};

  EXPECT_TRUE(std::isinf(measure({units, capacity, {}}, {0, 0, 0, 1}).bottleneck));
  EXPECT_EQ(measure({units, capacity, {}}, {0, 0, 0, 0}).empty_parts, 0);
  EXPECT_EQ(measure({units, std::array<double, 2>{1, 1}, {}}, {0, 0, 0, 0}).empty_parts, 1);
}

}  // namespace
}  // namespace evenkeel::partition
