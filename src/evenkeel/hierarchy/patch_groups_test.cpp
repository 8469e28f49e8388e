// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches that make up a box are joined, others are not.
#include "evenkeel/hierarchy/patch_groups.hpp"

#include <gtest/gtest.h>

namespace evenkeel::hierarchy {
namespace {

using geometry::Box;
using Lists = std::vector<std::vector<std::size_t>>;

template <int D>
std::vector<storage::Patch<D>> patches_of(const std::vector<Box<D>>& boxes) {
  std::vector<storage::Patch<D>> patches;
  for (const Box<D>& box : boxes) {
    patches.emplace_back().box = box;
  }
  return patches;
}

template <int D>
Lists groups_of(const std::vector<Box<D>>& boxes, std::vector<std::size_t> kinds = {},
                int ghosts = 2, std::int64_t most_cells = PatchGroups<D>::kAnyCells) {
  kinds.resize(boxes.size(), 0);
  const std::vector<storage::Patch<D>> patches = patches_of(boxes);
  const PatchGroups<D> groups(patches, kinds, ghosts, most_cells);
  Lists lists;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    lists.emplace_back(groups[i].begin(), groups[i].end());
  }
  return lists;
}

/// Four quarters, in the order of a curve.
const std::vector<Box<2>> kSquare = {
    {{0, 0}, {8, 8}}, {{8, 0}, {16, 8}}, {{8, 8}, {16, 16}}, {{0, 8}, {8, 16}}};

TEST(PatchGroups, PatchesThatMakeUpABoxAreJoined) {
  EXPECT_EQ(groups_of(kSquare), (Lists{{0, 1, 3, 2}}));
  EXPECT_EQ(groups_of<1>({{{0}, {8}}, {{8}, {10}}}), (Lists{{0, 1}}));
  EXPECT_EQ(groups_of<3>({{{0, 0, 4}, {8, 8, 8}}, {{0, 0, 0}, {8, 8, 4}}}), (Lists{{1, 0}}));
}

TEST(PatchGroups, CutsGoStraightThrough) {
  EXPECT_EQ(groups_of<2>({{{0, 0}, {8, 8}}, {{8, 0}, {16, 4}}}), (Lists{{0}, {1}}));
  EXPECT_EQ(groups_of<2>({{{0, 0}, {8, 8}}, {{8, 4}, {16, 12}}}), (Lists{{0}, {1}}));
  EXPECT_EQ(groups_of<2>({{{0, 0}, {8, 8}}, {{10, 0}, {16, 8}}}), (Lists{{0}, {1}}));
  EXPECT_EQ(
      groups_of<2>({{{0, 0}, {8, 8}}, {{8, 0}, {16, 8}}, {{0, 8}, {4, 16}}, {{4, 8}, {16, 16}}}),
      (Lists{{0, 1}, {2, 3}}));
}

TEST(PatchGroups, PatchesOfAKindStayAmongThemselves) {
  EXPECT_EQ(groups_of(kSquare, {0, 1, 1, 1}), (Lists{{0}, {1}, {3, 2}}));
}

TEST(PatchGroups, PatchesThinnerThanTheirGhostsStayAlone) {
  EXPECT_EQ(groups_of<1>({{{0}, {8}}, {{8}, {10}}}, {}, 3), (Lists{{0}, {1}}));
  EXPECT_EQ(groups_of<1>({{{0}, {2}}, {{2}, {10}}}, {}, 3), (Lists{{0}, {1}}));
  EXPECT_EQ(groups_of<2>({{{0, 0}, {8, 2}}, {{8, 0}, {16, 2}}}, {}, 3), (Lists{{0, 1}}));
}

TEST(PatchGroups, TheirSizeHasLimits) {
  const std::int32_t most = PatchGroups<2>::kLongestSide;
  EXPECT_EQ(groups_of<2>({{{0, 0}, {most, 8}}, {{most, 0}, {most + 8, 8}}}), (Lists{{0}, {1}}));
  std::vector<Box<2>> many;
  for (std::int32_t i = 0; i <= static_cast<std::int32_t>(PatchGroups<2>::kMostPatches); ++i) {
    many.push_back({{0, i}, {8, i + 1}});
  }
  EXPECT_EQ(groups_of(many, {}, 1).size(), 2U);
}

TEST(PatchGroups, PlanesAreNarrowAndGroupsOfThemLong) {
  std::vector<Box<3>> boxes;
  for (std::int32_t k = 0; k < 96; k += 32) {
    boxes.push_back({{0, 0, k}, {64, 32, k + 32}});
  }
  EXPECT_EQ(groups_of(boxes), (Lists{{0, 1, 2}}));
  EXPECT_EQ(groups_of<3>({{{0, 0, 0}, {64, 32, 16}}, {{0, 32, 0}, {64, 64, 16}}}),
            (Lists{{0}, {1}}));
}

TEST(PatchGroups, HaveNoMoreCellsThanTheyMay) {
  const std::vector<Box<2>> boxes = {
      {{0, 0}, {256, 512}}, {{0, 512}, {256, 1024}}, {{300, 0}, {316, 16}}};
  EXPECT_EQ(groups_of(boxes), (Lists{{0, 1}, {2}}));
  EXPECT_EQ(groups_of(boxes, {}, 2, PatchGroups<2>::kMostCells), (Lists{{0}, {1}, {2}}));
}

TEST(PatchGroups, GhostsBetweenPatchesAreKnown) {
  const std::vector<storage::Patch<2>> patches = patches_of(kSquare);
  const PatchGroups<2> groups(patches, std::vector<std::size_t>(4), 2);

  EXPECT_TRUE(groups.without_between(0, {{8, 0}, {10, 8}}).is_empty());
  EXPECT_TRUE(groups.without_between(0, {{0, 8}, {8, 10}}).is_empty());
  EXPECT_TRUE(groups.without_between(0, {{8, 8}, {10, 10}}).is_empty());
  EXPECT_TRUE(groups.without_between(0, {{8, -2}, {10, 0}}).is_empty());
  EXPECT_EQ(groups.without_between(0, {{-2, -2}, {0, 10}}), (Box<2>{{-2, -2}, {0, 8}}));
  EXPECT_EQ(groups.without_between(2, {{16, 6}, {18, 18}}), (Box<2>{{16, 8}, {18, 18}}));
}

}  // namespace
}  // namespace evenkeel::hierarchy
