// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where signatures are cut, and what sets of tiles hold.
#include "evenkeel/hierarchy/berger_rigoutsos.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace evenkeel::hierarchy {
namespace {

using Kind = SignatureCut::Kind;

SignatureCut cut_of(const std::vector<std::int64_t>& signature) {
  return find_cut(signature);
}

TEST(FindCut, TakesTheEmptyPlaneNearestTheCentre) {
  EXPECT_EQ(cut_of({3, 0, 5, 5, 0, 5, 1, 9}), (SignatureCut{Kind::kHole, 4}));
}

TEST(FindCut, TakesTheSteepestSignChangeOfTheSecondDifference) {
  // D = -, 0, 5, -5, 0, -: it changes sign between planes 3 and 4, by 10.
  EXPECT_EQ(cut_of({2, 2, 2, 2, 7, 7, 7, 7}), (SignatureCut{Kind::kInflection, 4}));
}

TEST(FindCut, HalvesWhereTheJumpIsSmall) {
  // D = 1, -1: a jump of 2 is not above the threshold.
  EXPECT_EQ(cut_of({2, 2, 2, 3, 3, 3}), (SignatureCut{Kind::kBisection, 3}));
}

TEST(FindCut, LeavesTwoPlanesBesideAnInflection) {
  EXPECT_EQ(cut_of({1, 9, 9, 9, 9, 9}), (SignatureCut{Kind::kBisection, 3}));
}

TEST(FindCut, CannotCutOnePlane) {
  EXPECT_EQ(cut_of({8}), (SignatureCut{Kind::kNone, 0}));
}

TEST(TileSet, HoldsTheUnionOfBoxes) {
  TileSet<3> set;
  set.add({{1, 2, 3}, {9, 4, 6}});
  set.add({{8, 2, 3}, {10, 3, 4}});

  std::int64_t tiles = 0;
  for (const TileBlock<3>& block : set.blocks()) {
    tiles += block.count();
    EXPECT_EQ(block.tiles & ~tiles_inside(block.at, geometry::Box<3>{{1, 2, 3}, {10, 4, 6}}), 0U);
  }

  EXPECT_EQ(tiles, 8 * 2 * 3 + 1);
}

TEST(TileSet, GrowsToManyBlocks) {
  TileSet<2> set;
  for (std::int32_t j = 0; j < 400; j += 2) {
    set.add({{0, j}, {400, j + 1}});
  }

  std::int64_t tiles = 0;
  for (const TileBlock<2>& block : set.blocks()) {
    tiles += block.count();
  }
  EXPECT_EQ(tiles, 200 * 400);
  EXPECT_EQ(set.blocks().size(), 50U * 50U);
}

}  // namespace
}  // namespace evenkeel::hierarchy
