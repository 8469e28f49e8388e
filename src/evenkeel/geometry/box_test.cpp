// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Boxes and their arithmetic.
#include "evenkeel/geometry/box.hpp"

#include <gtest/gtest.h>

#include "evenkeel/geometry/beside.hpp"
#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/geometry/periodic.hpp"

namespace evenkeel::geometry {
namespace {

TEST(Box, HoldsLowerButNotUpperBound) {
  constexpr Box<2> box{{1, 2}, {4, 6}};

  EXPECT_TRUE(box.contains(Index<2>{1, 2}));
  EXPECT_FALSE(box.contains(Index<2>{4, 5}));
  EXPECT_EQ(box.volume(), 12);
}

TEST(Box, CoarsensOutwardBelowZeroToo) {
  constexpr Box<2> box{{-3, 1}, {-1, 5}};

  EXPECT_EQ(box.coarsen(2), (Box<2>{{-2, 0}, {0, 3}}));
  EXPECT_TRUE(box.coarsen(2).refine(2).contains(box));
}

TEST(Box, RefiningThenCoarseningGivesItBack) {
  constexpr Box<3> box{{-3, 0, 7}, {1, 4, 9}};

  EXPECT_EQ(box.refine(4).coarsen(4), box);
}

TEST(Box, HullIgnoresEmptyOperand) {
  constexpr Box<1> box{{2}, {5}};
  constexpr Box<1> nothing{{9}, {9}};

  EXPECT_EQ(box.hull(nothing), box);
  EXPECT_EQ(nothing.hull(box), box);
  EXPECT_EQ(box.hull(Box<1>{{7}, {8}}), (Box<1>{{2}, {8}}));
}

TEST(Box, OfOneCellAndOfALayerBesideIt) {
  constexpr auto cell = Box<2>::of_cell({3, -1});

  EXPECT_EQ(cell, (Box<2>{{3, -1}, {4, 0}}));
  EXPECT_EQ(outer_layer(cell, 0, false), (Box<2>{{2, -1}, {3, 0}}));
  EXPECT_EQ(outer_layer(cell.grow(1), 1, true), (Box<2>{{2, 1}, {5, 2}}));
}

TEST(Box, InThreeDimensionsIsTheSame) {
  constexpr Box<2> box{{-3, 1}, {-1, 5}};

  EXPECT_EQ(widen(box), (Box<3>{{-3, 1, 0}, {-1, 5, 1}}));
  EXPECT_EQ(narrow<2>(widen(box)), box);
}

TEST(FloorDiv, RoundsDown) {
  EXPECT_EQ(floor_div(7, 4), 1);
  EXPECT_EQ(floor_div(-1, 4), -1);
  EXPECT_EQ(floor_div(-4, 4), -1);
  EXPECT_EQ(floor_div(-5, 4), -2);
  EXPECT_EQ(floor_div(7, 3), 2);
  EXPECT_EQ(floor_div(-3, 3), -1);
  EXPECT_EQ(floor_div(-4, 3), -2);
}

TEST(PeriodicShifts, StartsWithZeroAndHasThreePerPeriodicAxis) {
  const Box<2> domain{{0, 0}, {8, 4}};

  EXPECT_EQ(periodic_shifts<2>(domain, {false, false}), (std::vector<Index<2>>{{0, 0}}));
  EXPECT_EQ(periodic_shifts<2>(domain, {true, false}),
            (std::vector<Index<2>>{{0, 0}, {-8, 0}, {8, 0}}));
  const std::vector<Index<2>> all = periodic_shifts<2>(domain, {true, true});
  ASSERT_EQ(all.size(), 9U);
  EXPECT_EQ(all[1], (Index<2>{-8, -4}));
  EXPECT_EQ(all[8], (Index<2>{8, 4}));
  EXPECT_EQ(opposite<2>(all[8]), all[1]);
}

}  // namespace
}  // namespace evenkeel::geometry
