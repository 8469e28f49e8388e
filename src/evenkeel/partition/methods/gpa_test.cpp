// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// GPA against its worked examples.
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/sample_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const workload::UnitList& units, std::span<const double> capacity) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make("gpa")->assign({.units = units, .capacity = capacity, .previous = {}});
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

}  // namespace
}  // namespace evenkeel::partition
