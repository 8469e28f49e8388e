// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Units of hierarchies worked out by hand.
#include "evenkeel/workload/grid_unit_list.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/geometry/test_boxes.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::workload {
namespace {

using geometry::Box;
using geometry::BoxList;
using geometry::CurveKind;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

template <int D>
UnitList build(const Box<D>& base, const std::vector<BoxList<D>>& levels,
               const UnitOptions& options = {}) {
  return build_units<D>(base, levels, options);
}

/// `levels` levels that all cover the whole of \p base.
template <int D>
std::vector<BoxList<D>> fully_refined(const Box<D>& base, int levels) {
  std::vector<BoxList<D>> boxes;
  for (int level = 0; level < levels; ++level) {
    boxes.push_back({base.refine(1 << level)});
  }
  return boxes;
}

TEST(GridUnitList, BlocksThatCostMoreWeighMore) {
  // Four blocks of four cells; the second has a finer level, and all its cells react.
  const std::vector<double> cost{1.0, 1.0, 3.0, 2.5, 1.0, 1.0, 1.0, 1.0};
  const UnitOptions options{.granularity = 4, .block_cost = cost, .cost_levels = 2};
  const UnitList units = build<1>({{0}, {16}}, {{{{0}, {16}}}, {{{8}, {16}}}}, options);

  EXPECT_THAT(units.loads(0), ElementsAre(4.0, 0.0));
  EXPECT_THAT(units.loads(1), ElementsAre(12.0, 2.0 * 8.0 * 2.5));
  EXPECT_THAT(units.loads(2), ElementsAre(4.0, 0.0));
  EXPECT_THAT(units.cell_counts(1), ElementsAre(4, 8));
  EXPECT_EQ(units.memory[1], 12.0);
}

TEST(GridUnitList, UnitsCountedAnewAreThoseBuiltAnew) {
  const Box<2> base{{-3, 5}, {18, 20}};
  const std::vector<BoxList<2>> one_level{{base}};
  const std::vector<BoxList<2>> refined{{base}, {{{-2, 14}, {12, 30}}}, {{{0, 30}, {16, 50}}}};
  const std::vector<double> cost{1.0, 2.0, 0.5};

  for (const auto& [before, after] :
       {std::pair(one_level, refined), std::pair(refined, one_level)}) {
    UnitList units = build(base, before);
    recount_units<2>(base, after, {.level_cost = cost}, units);
    const UnitList anew = build(base, after, {.level_cost = cost});
    EXPECT_EQ(units.levels, anew.levels);
    EXPECT_EQ(units.cells, anew.cells);
    EXPECT_EQ(units.load, anew.load);
    EXPECT_EQ(units.memory, anew.memory);
  }
}

// w_D = sum over l of r^((d+1) l); algorithms 0.1.
TEST(GridUnitList, LoadOfAFullyRefinedCellIsThatOfTheTheory) {
  const UnitOptions one_cell{.granularity = 1};
  const UnitList line = build<1>({{0}, {1}}, fully_refined<1>({{0}, {1}}, 4), one_cell);
  const UnitList plane =
      build<2>({{0, 0}, {1, 1}}, fully_refined<2>({{0, 0}, {1, 1}}, 4), one_cell);
  const UnitList space =
      build<3>({{0, 0, 0}, {1, 1, 1}}, fully_refined<3>({{0, 0, 0}, {1, 1, 1}}, 4), one_cell);

  EXPECT_EQ(line.total(0), 85.0);
  EXPECT_EQ(plane.total(0), 585.0);
  EXPECT_EQ(space.total(0), 4369.0);
}

// Li 2005, section 5.4: 4^3 + 2 * 8^3 + 4 * 16^3 = 17472.
TEST(GridUnitList, MinimalUnitOfThreeLevelsHas17472Updates) {
  const Box<3> base{{0, 0, 0}, {4, 4, 4}};

  const UnitList units = build<3>(base, fully_refined(base, 3));

  ASSERT_EQ(units.size(), 1U);
  EXPECT_THAT(units.load, ElementsAre(64.0, 1024.0, 16384.0));
  EXPECT_THAT(units.cells, ElementsAre(64, 512, 4096));
  EXPECT_THAT(units.memory, ElementsAre(4672.0));
  EXPECT_EQ(units.depth(0), 2);
}

TEST(GridUnitList, CountsPartOfABlockWhereItIsPartlyRefined) {
  // Level 1 cells 6..9 by 0..3 lie over base cells 3 and 4, in two blocks of four.
  const UnitList units = build<2>({{0, 0}, {8, 4}}, {{{{0, 0}, {8, 4}}}, {{{6, 0}, {10, 3}}}});

  ASSERT_EQ(units.size(), 2U);
  EXPECT_THAT(units.cells, ElementsAre(16, 6, 16, 6));
  EXPECT_THAT(units.load, ElementsAre(16.0, 12.0, 16.0, 12.0));
}

/// 2^20 base cells are 2^31 of level 11, which no Index counts.
TEST(GridUnitList, OneUnitOfADomainMayBeMuchLargerThanIt) {
  const Box<2> base{{0, 0}, {8, 4}};
  std::vector<BoxList<2>> levels(12, {{{0, 0}, {8, 4}}});
  const UnitOptions options{.granularity = 1 << 20};

  const UnitList units = build(base, levels, options);
  std::vector<OwnedBox<2>> parts;
  split_by_owner(base, 1 << 11, OwnerMap<2>(base, units, std::array{3}), parts);

  EXPECT_THAT(units.cells, ElementsAreArray(std::vector<std::int64_t>(12, 32)));
  EXPECT_EQ(units.hi.front(), (std::array{8, 4, 1}));
  EXPECT_EQ(parts, (std::vector<OwnedBox<2>>{{base, 3}}));
}

TEST(GridUnitList, FollowsTheCurve) {
  const Box<2> base{{0, 0}, {8, 8}};

  const UnitList units = build<2>(base, {{base}});

  using Cell = std::array<std::int32_t, 3>;
  EXPECT_THAT(units.key, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(units.lo, ElementsAre(Cell{0, 0, 0}, Cell{0, 4, 0}, Cell{4, 4, 0}, Cell{4, 0, 0}));
  EXPECT_THAT(units.hi, ElementsAre(Cell{4, 4, 1}, Cell{4, 8, 1}, Cell{8, 8, 1}, Cell{8, 4, 1}));
}

/// All blocks of a lattice, each once, at its place on the curve.
template <int D>
void expect_on_curve(const geometry::Index<D>& blocks) {
  for (const CurveKind kind : {CurveKind::hilbert, CurveKind::morton}) {
    for (int slow_axis = geometry::Curve<D>::kLongestAxis; slow_axis < D; ++slow_axis) {
      UnitOptions options;
      options.granularity = 1;
      options.curve = kind;
      options.slow_axis = slow_axis;
      const Box<D> base{{}, blocks};
      const UnitList units = build<D>(base, {{base}}, options);

      const geometry::Curve<D> curve(blocks, kind, slow_axis);
      ASSERT_EQ(static_cast<std::int64_t>(units.size()), base.volume());
      EXPECT_EQ(std::ranges::adjacent_find(units.key, std::ranges::greater_equal()),
                units.key.end());
      for (std::size_t unit = 0; unit < units.size(); ++unit) {
        geometry::Index<D> lo;
        std::copy_n(units.lo[unit].begin(), D, lo.begin());
        ASSERT_EQ(units.key[unit], curve.key(lo));
      }
    }
  }
}

TEST(GridUnitList, FollowsCurvesThroughLatticesOfAnyShape) {
  expect_on_curve<1>({19});
  expect_on_curve<2>({1, 1});
  expect_on_curve<2>({2, 3});
  expect_on_curve<2>({40, 9});
  expect_on_curve<3>({3, 2, 1});
  expect_on_curve<3>({12, 17, 33});
}

TEST(GridUnitList, LastBlockIsSmallerWhereGranularityDoesNotDivide) {
  const Box<1> base{{-3}, {7}};

  const UnitList units = build<1>(base, {{base}});

  EXPECT_THAT(units.cells, ElementsAre(4, 4, 2));
  EXPECT_EQ(units.lo[0][0], -3);
  EXPECT_EQ(units.hi[2][0], 7);
}

TEST(GridUnitList, LeavesOutBlocksWithoutBaseCells) {
  const UnitList units = build<2>({{0, 0}, {8, 8}}, {{{{0, 0}, {4, 8}}}});

  EXPECT_EQ(units.size(), 2U);
}

TEST(GridUnitList, LevelCostWeighsTheLoadOnly) {
  const std::array<double, 2> cost{2.0, 0.5};
  const Box<1> base{{0}, {4}};

  const UnitList units = build<1>(base, fully_refined(base, 2), {.level_cost = cost});

  EXPECT_THAT(units.load, ElementsAre(8.0, 8.0));
  EXPECT_THAT(units.cells, ElementsAre(4, 8));
}

TEST(GridUnitList, LevelsWithoutSubstepsCountTheirCellsOnce) {
  const Box<1> base{{0}, {4}};

  const UnitList units = build<1>(base, fully_refined(base, 2), {.subcycle = false});

  EXPECT_THAT(units.load, ElementsAre(4.0, 8.0));
}

/// A base of 64^2, a ratio of 4, scattered boxes on level 1 and their insides on level 2.
std::vector<BoxList<2>> scattered() {
  BoxList<2> fine = geometry::make_disjoint(geometry::random_boxes<2>(60, 60, 20, 1));
  BoxList<2> finest;
  for (Box<2>& box : fine) {
    box = box.shift({100, 100});
    finest.push_back(box.grow(-1).refine(4));
  }
  std::erase_if(finest, [](const Box<2>& box) { return box.is_empty(); });
  return {{{{0, 0}, {64, 64}}}, fine, finest};
}

TEST(GridUnitList, SumsAreThoseOfTheBoxes) {
  const std::vector<BoxList<2>> levels = scattered();
  for (const int halvings : {0, 3}) {
    const UnitList units =
        build<2>({{0, 0}, {64, 64}}, levels, {.ratio = 4, .adaptive_halvings = halvings});
    std::array<std::int64_t, 3> cells{};
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      for (std::size_t level = 0; level < 3; ++level) {
        cells[level] += units.cell_counts(unit)[level];
      }
    }
    for (std::size_t level = 0; level < 3; ++level) {
      EXPECT_EQ(cells[level], geometry::volume(levels[level]));
    }
    EXPECT_EQ(units.total_load(), static_cast<double>(cells[0] + 4 * cells[1] + 16 * cells[2]));
  }
}

TEST(GridUnitList, DoesNotDependOnTheLayoutOfTheBoxes) {
  const Box<2> base{{0, 0}, {64, 64}};
  std::vector<BoxList<2>> levels = scattered();
  const UnitList units = build<2>(base, levels, {.ratio = 4});
  for (BoxList<2>& level : levels) {
    BoxList<2> cut;
    for (const Box<2>& box : level) {
      const BoxList<2> pieces = geometry::chop(box, 5, 1);
      cut.insert(cut.begin(), pieces.begin(), pieces.end());
    }
    level = cut;
  }

  const UnitList same = build<2>(base, levels, {.ratio = 4});

  EXPECT_EQ(same.key, units.key);
  EXPECT_EQ(same.load, units.load);
  EXPECT_EQ(same.cells, units.cells);
}

TEST(AdaptiveUnits, StayLargeWhereAllOrNothingIsRefined) {
  const Box<2> base{{0, 0}, {32, 32}};
  // The upper right quarter is refined but for one corner block.
  const BoxList<2> fine = geometry::difference<2>({{{32, 32}, {64, 64}}}, {{{56, 56}, {64, 64}}});

  const UnitList units = build<2>(base, {{base}, fine}, {.adaptive_halvings = 2});

  // Three quarters of 16^2 whole; in the last one 3 units of 8^2 and 4 of 4^2.
  ASSERT_EQ(units.size(), 10U);
  int large = 0;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    large += units.hi[unit][0] - units.lo[unit][0] == 16 ? 1 : 0;
  }
  EXPECT_EQ(large, 3);
}

TEST(AdaptiveUnits, AreSplitWhereTheLoadIsLarge) {
  const Box<2> base{{0, 0}, {32, 32}};
  const std::vector<BoxList<2>> levels = fully_refined(base, 2);

  EXPECT_EQ(build<2>(base, levels, {.adaptive_halvings = 3}).size(), 1U);
  EXPECT_EQ(build<2>(base, levels, {.adaptive_halvings = 3, .largest_share = 0.25}).size(), 4U);
  EXPECT_EQ(build<2>(base, levels, {.adaptive_halvings = 3, .largest_share = 0.01}).size(), 64U);
}

TEST(AdaptiveUnits, TileTheDomainInCurveOrder) {
  const Box<3> base{{0, 0, 0}, {40, 24, 20}};
  const std::vector<BoxList<3>> levels{{base}, {{{10, 10, 10}, {30, 30, 30}}}};

  const UnitList units = build<3>(base, levels, {.adaptive_halvings = 2});

  BoxList<3> tiles;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    tiles.push_back({units.lo[unit], units.hi[unit]});
    EXPECT_TRUE(unit == 0 || units.key[unit] > units.key[unit - 1]);
  }
  EXPECT_TRUE(geometry::disjoint(tiles));
  EXPECT_EQ(geometry::volume(tiles), base.volume());
}

}  // namespace
}  // namespace evenkeel::workload
