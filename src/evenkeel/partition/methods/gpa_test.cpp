// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// GPA against its worked examples.
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const workload::UnitList& units, std::span<const double> capacity,
              const ParamValues& params = {}) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make("gpa", params)
      ->assign({.units = units, .capacity = capacity, .previous = {}});
}

// Li 2005, figures 4.7 and 4.8: two refined cells, then ten that are not.
TEST(Gpa, RefinedHeadOfTheRowIsHalfOfTheWork) {
  const workload::UnitList units = row_of_depths(std::array{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::array capacity = {0.5, 0.5};

  const Owners owners = assign(units, capacity);

  EXPECT_EQ(owners, (Owners{0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
  const std::vector<double> load = load_table(units, owners, 2);
  EXPECT_EQ(load, (std::vector<double>{2, 8, 10, 0}));
  // With a barrier after every level step: max(2, 10) + 2 max(4, 0) = 18 of 20 units of work.
  const Quality quality = measure({units, capacity, {}}, owners);
  EXPECT_DOUBLE_EQ(quality.per_level_time, 36.0 / 20.0);
}

TEST(Gpa, MiddleOfAUnitDecides) {
  const std::array<double, 16> loads = {1, 1, 9, 9, 1, 1, 1, 73, 9, 1, 1, 9, 9, 9, 1, 1};
  const workload::UnitList units = row_of_loads(loads);
  const std::array<double, 4> capacity = {1, 1, 1, 1};

  const std::vector<double> load = load_table(units, assign(units, capacity), 4);

  EXPECT_EQ(load, (std::vector<double>{23, 73, 9, 31}));
}

TEST(Gpa, LoadFollowsCapacity) {
  const workload::UnitList units = row_of_loads(std::vector<double>(100, 1.0));
  const std::array capacity = {0.16, 0.19, 0.31, 0.34};

  const std::vector<double> load = load_table(units, assign(units, capacity), 4);

  EXPECT_EQ(load, (std::vector<double>{16, 19, 31, 34}));
}

// The cut at half of 21 falls into the third unit, beyond the middle of the first cube.
TEST(Gpa, CubesStayTogetherUnlessACutSplitsThem) {
  const workload::UnitList units = row_of_loads(std::vector<double>{4, 4, 3, 2, 1, 1, 1, 5});
  const std::array<double, 2> capacity = {1, 1};

  EXPECT_EQ(assign(units, capacity, {{"together", 4.0}, {"split", "never"}}),
            (Owners{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(assign(units, capacity, {{"together", 4.0}}), (Owners{0, 0, 0, 1, 1, 1, 1, 1}));
}

TEST(Gpa, SplitCubesAreCutWhereUnitsAre) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::array<double, 5> capacity = {3, 0, 1, 2, 5};

  for (const double side : {2.0, 8.0, 64.0}) {
    EXPECT_EQ(assign(units, capacity, {{"together", side}}), assign(units, capacity)) << side;
  }
}

}  // namespace
}  // namespace evenkeel::partition
