// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Blocks along the curve, of one size and graded, and the methods that cut between them.
#include "evenkeel/partition/curve_blocks.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const std::string& method, const Problem& problem, const ParamValues& params = {}) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make(method, params)->assign(problem);
}

workload::UnitList loads_on_a_square(std::int32_t side, std::vector<double> loads) {
  workload::UnitList units;
  units.dimension = 2;
  const geometry::Curve<2> curve({side, side});
  for (std::uint64_t key = 0; key < curve.places(); ++key) {
    const geometry::Index<2> at = curve.block(key);
    append_refined_unit(units, {at[0], at[1], 0}, 0);
  }
  units.load = std::move(loads);
  return units;
}

TEST(CurveBlocks, EqualOnesAreRunsOfKeys) {
  workload::UnitList units = row_of_loads(std::vector<double>(7, 1.0));
  units.key = {0, 1, 3, 8, 9, 10, 15};

  EXPECT_EQ(equal_blocks(units, 0), (Blocks{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(equal_blocks(units, 1), (Blocks{0, 2, 3, 5, 6, 7}));
  EXPECT_EQ(equal_blocks(units, 2), (Blocks{0, 3, 6, 7}));
  EXPECT_EQ(equal_blocks(units, 64), (Blocks{0, 7}));
}

TEST(CurveBlocks, AsLargeAsTheNumberWantedAllows) {
  workload::UnitList units = row_of_loads(std::vector<double>(7, 1.0));
  units.key = {0, 1, 3, 8, 9, 10, 15};

  EXPECT_EQ(halvings_for(units, 1), 64);
  EXPECT_EQ(halvings_for(units, 2), 3);
  EXPECT_EQ(halvings_for(units, 3), 2);
  EXPECT_EQ(halvings_for(units, 4), 1);
  EXPECT_EQ(halvings_for(units, 6), 0);
  EXPECT_EQ(halvings_for(units, 100), 0);
}

TEST(CurveBlocks, HeavyQuartersAreDivided) {
  std::vector<double> loads(16, 1.0);
  loads[5] = 20.0;
  const workload::UnitList units = loads_on_a_square(4, loads);

  EXPECT_EQ(graded_blocks(units, Chain(units), 35.0), (Blocks{0, 16}));
  EXPECT_EQ(graded_blocks(units, Chain(units), 20.0), (Blocks{0, 4, 5, 6, 7, 8, 12, 16}));
  EXPECT_EQ(graded_blocks(units, Chain(units), 0.5).size(), 17U);
}

TEST(CurveBlocks, IspOfWholeQuartersCannotCutInsideThem) {
  const workload::UnitList units = loads_on_a_square(4, std::vector<double>(16, 1.0));
  const std::array<double, 2> capacity = {3, 5};

  const Owners fine = assign("isp", {units, capacity, {}});
  const Owners coarse = assign("isp", {units, capacity, {}}, {{"halvings", 1.0}});

  EXPECT_EQ(std::ranges::count(fine, 0), 6);
  EXPECT_EQ(std::ranges::count(coarse, 0), 8);
  EXPECT_EQ(fine, assign("gpa", {units, capacity, {}}));
}

TEST(CurveBlocks, FinerGrainsAndExactCutsBalanceBetter) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(8);
  const Problem problem{units, capacity, {}};
  const auto bottleneck_of = [&](const std::string& method, double grain) {
    return measure(problem, assign(method, problem, {{"grain", grain}})).bottleneck;
  };
  const double best = measure(problem, assign("ccp", problem, {{"order", "given"}})).bottleneck;

  EXPECT_LE(bottleneck_of("gmisp_sp", 4.0), bottleneck_of("gmisp", 4.0));
  EXPECT_LT(bottleneck_of("gmisp_sp", 64.0), bottleneck_of("gmisp_sp", 2.0));
  EXPECT_LT(bottleneck_of("sp_isp", 512.0), bottleneck_of("sp_isp", 8.0));
  EXPECT_DOUBLE_EQ(bottleneck_of("sp_isp", 1024.0), best);
}

}  // namespace
}  // namespace evenkeel::partition
