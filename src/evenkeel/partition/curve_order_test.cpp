// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Orders of units, found again from owners, and chosen for what moves.
#include "evenkeel/partition/curve_order.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/curve_choice.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

using geometry::CurveKind;

/// A wall of heavy units across \p axis, as thick as four of them, in a cube of light ones.
workload::UnitList wall_across(std::size_t axis) {
  constexpr std::int32_t kSide = 16;
  workload::UnitList units;
  units.dimension = 3;
  units.levels = 2;
  for (std::int32_t k = 0; k < kSide; ++k) {
    for (std::int32_t j = 0; j < kSide; ++j) {
      for (std::int32_t i = 0; i < kSide; ++i) {
        const std::array<std::int32_t, 3> at = {i, j, k};
        append_refined_unit(units, at, at[axis] >= 6 && at[axis] < 10 ? 1 : 0);
      }
    }
  }
  return units;
}

/// side^D units without refinement.
template <int D>
workload::UnitList even_units(std::int32_t side) {
  workload::UnitList units;
  units.dimension = D;
  units.levels = 1;
  for (std::int32_t place = 0; place < (D == 2 ? side * side : side * side * side); ++place) {
    append_refined_unit(units, {place % side, place / side % side, place / side / side}, 0);
  }
  return units;
}

Owners assign_ccp(const Problem& problem, const ParamValues& params = {}) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make("ccp", params)->assign(problem);
}

TEST(CurveOrder, IsThatOfTheKeysWithAndWithoutHoles) {
  const workload::UnitList whole = front_units<2>(16, 0.0, CurveKind::morton, 1);
  workload::UnitList sparse;
  sparse.dimension = 2;
  for (const std::int32_t at : {0, 31, 5, 17}) {
    append_refined_unit(sparse, {at, at / 2, 0}, 0);
  }

  const std::vector<std::uint32_t> given = order_along(Points(whole), {CurveKind::morton, 1});

  EXPECT_TRUE(std::ranges::is_sorted(given));
  EXPECT_EQ(given.size(), 256U);
  EXPECT_FALSE(std::ranges::is_sorted(order_along(Points(whole), {CurveKind::hilbert, 1})));
  EXPECT_EQ(order_along(Points(sparse), {CurveKind::morton, 0}),
            (std::vector<std::uint32_t>{0, 2, 3, 1}));
}

TEST(CurveOrder, TheCurveOfOldCutsIsFoundAgain) {
  const workload::UnitList units = wall_across(0);
  const Points points(units);
  const CurveChoice cut{CurveKind::morton, 1};
  std::vector<int> owners(units.size(), kNoOwner);
  const std::vector<std::uint32_t> order = order_along(points, cut);
  for (std::size_t place = 10; place < order.size(); ++place) {
    owners[order[place]] = static_cast<int>(place * 7 / order.size());
  }

  const std::vector<double> equal(7, 1.0);
  for (const CurveChoice& choice : curve_choices(points, Workers(equal))) {
    EXPECT_EQ(ascends_along(points, choice, owners), choice == cut);
  }
}

TEST(CurveOrder, SlowAxisRunsAlongAWall) {
  const std::vector<double> capacity = lognormal_capacity(9);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const workload::UnitList units = wall_across(axis);

    const CurveChoice choice = choose_curve(units, Points(units), Workers(capacity));

    EXPECT_EQ(choice.slow_axis, axis == 0 ? 1 : 0);
  }
}

TEST(CurveOrder, OfAxesThatAreAlikeTheLastIsSlow) {
  const workload::UnitList units = even_units<3>(8);
  const std::array<double, 2> capacity = {1, 1};

  EXPECT_EQ(choose_curve(units, Points(units), Workers(capacity)).slow_axis, 2);
}

TEST(CurveOrder, CurvesAreNeverSlowAlongShortAxes) {
  workload::UnitList units;
  units.dimension = 2;
  units.levels = 2;
  for (std::int32_t i = 0; i < 64; ++i) {
    for (std::int32_t j = 0; j < 16; ++j) {
      append_refined_unit(units, {i, j, 0}, i / 4 % 2);
    }
  }
  const std::vector<double> capacity = lognormal_capacity(9);

  EXPECT_EQ(curve_choices(Points(units), Workers(capacity)).size(), 2U);
  EXPECT_EQ(choose_curve(units, Points(units), Workers(capacity)).slow_axis, 0);
}

TEST(CurveOrder, MortonIsTakenWhereItMovesLessThanHalf) {
  const workload::UnitList units = front_units<3>(64, 0.0, CurveKind::hilbert);
  const workload::UnitList even = even_units<3>(16);
  const Workers workers(lognormal_capacity(32));

  EXPECT_EQ(choose_curve(units, Points(units), workers), (CurveChoice{CurveKind::morton, 2}));
  EXPECT_EQ(choose_curve(even, Points(even), workers), (CurveChoice{CurveKind::hilbert, 2}));
}

TEST(CurveOrder, FewWorkersGetSlabsAcrossTheFrontThatKeepEveryLevelInBalance) {
  const workload::UnitList units = front_units<3>(64, 0.0, CurveKind::hilbert, 2);
  const Points points(units);
  for (const std::vector<double>& capacity :
       {std::vector{0.35, 0.65}, std::vector{0.16, 0.19, 0.31, 0.34}}) {
    const Problem problem{units, capacity, {}};

    const CurveChoice choice = choose_curve(units, points, Workers(capacity));

    EXPECT_TRUE(choice.is_straight);
    EXPECT_NE(choice.slow_axis, 0);  // the front is across axis 0
    const auto plane = [&](std::uint32_t unit) {
      return points.place[unit][static_cast<std::size_t>(choice.slow_axis)];
    };
    EXPECT_TRUE(std::ranges::is_sorted(order_along(points, choice), {}, plane));
    const Quality slabs = measure(problem, assign_ccp(problem));
    const Quality curve = measure(problem, assign_ccp(problem, {{"order", "hilbert"}}));
    EXPECT_LE(slabs.per_level_time, 1.01);
    EXPECT_GT(curve.per_level_time, 1.05);
    EXPECT_LT(slabs.cut, curve.cut);
  }
}

TEST(CurveOrder, SlabsAreNotTakenWhereTheirBordersAreLong) {
  workload::UnitList units;  // eight squares in a row
  units.dimension = 2;
  units.levels = 1;
  for (std::int32_t place = 0; place < 128 * 16; ++place) {
    append_refined_unit(units, {place % 128, place / 128, 0}, 0);
  }
  const std::vector<double> capacity(8, 1.0);

  EXPECT_FALSE(choose_curve(units, Points(units), Workers(capacity)).is_straight);
}

}  // namespace
}  // namespace evenkeel::partition
