// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parts make up their patch, and the first keeps away from what is waited for.
#include "evenkeel/hierarchy/patch_parts.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::hierarchy {
namespace {

using geometry::Box;
using geometry::BoxList;

constexpr int kGhosts = 2;

template <int D>
void expect_sound(const Box<D>& valid, const BoxList<D>& waiting, const PatchParts<D>& parts) {
  ASSERT_FALSE(parts.is_empty());
  EXPECT_TRUE(geometry::disjoint(parts.boxes));
  EXPECT_EQ(geometry::volume(parts.boxes), valid.volume());
  EXPECT_EQ(geometry::volume(geometry::difference<D>({valid}, parts.boxes)), 0);
  for (const Box<D>& region : waiting) {
    EXPECT_FALSE(parts.boxes.front().grow(kGhosts).intersects(region));
  }
  for (std::size_t i = 0; i < parts.boxes.size(); ++i) {
    EXPECT_TRUE(geometry::disjoint(parts.edges[i]));
    std::int64_t read = 0;  // cell by cell
    storage::for_each_cell(parts.boxes[i], [&](const geometry::Index<D>& at) {
      const auto cell = Box<D>::of_cell(at);
      read +=
          std::any_of(parts.boxes.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.boxes.end(),
                      [&](const Box<D>& later) { return later.grow(kGhosts).intersects(cell); })
              ? 1
              : 0;
    });
    EXPECT_EQ(geometry::volume(parts.edges[i]), read);
  }
}

TEST(PatchParts, NothingIsPartedWhereNothingIsWaitedFor) {
  EXPECT_TRUE(parts_beside<2>({{0, 0}, {64, 64}}, {}, kGhosts, 2).is_empty());
}

TEST(PatchParts, AQuarterStaysBesideAFace) {
  const Box<2> valid{{8, 8}, {72, 40}};
  const BoxList<2> waiting = {{{72, 6}, {74, 30}}, {{72, 30}, {74, 42}}};
  const PatchParts<2> parts = parts_beside<2>(valid, waiting, kGhosts, 2);
  expect_sound(valid, waiting, parts);
  EXPECT_EQ(parts.boxes, (BoxList<2>{{{8, 8}, {56, 40}}, {{56, 8}, {72, 40}}}));
  EXPECT_EQ(parts.edges[0], (BoxList<2>{{{54, 8}, {56, 40}}}));
  EXPECT_TRUE(parts.edges[1].empty());
}

TEST(PatchParts, ACornerTakesTheCheapestSideUnlessOneIsCutOffAnyway) {
  const Box<3> valid{{0, 0, 0}, {32, 32, 32}};
  const Box<3> corner{{-2, -2, 10}, {0, 0, 20}};
  const BoxList<3> alone = {corner};
  expect_sound(valid, alone, parts_beside<3>(valid, alone, kGhosts, 2));
  EXPECT_EQ(parts_beside<3>(valid, alone, kGhosts, 2).boxes.front(),
            (Box<3>{{0, 8, 0}, {32, 32, 32}}));
  const BoxList<3> both = {corner, {{-2, 0, 0}, {0, 32, 32}}};
  EXPECT_EQ(parts_beside<3>(valid, both, kGhosts, 2).boxes.front(),
            (Box<3>{{8, 0, 0}, {32, 32, 32}}));
}

TEST(PatchParts, CutsAcrossSeveralAxesAreKeptApart) {
  const Box<3> valid{{0, 0, 0}, {32, 24, 20}};
  const BoxList<3> waiting = {{{0, 24, 0}, {32, 26, 20}}, {{-2, 0, 0}, {0, 24, 20}}};
  const PatchParts<3> parts = parts_beside<3>(valid, waiting, kGhosts, 2);
  expect_sound(valid, waiting, parts);
  EXPECT_EQ(parts.boxes.size(), 3U);
}

TEST(PatchParts, CutsAreAlignedToTheRatio) {
  const Box<2> valid{{0, 0}, {30, 30}};
  const BoxList<2> waiting = {{{-2, 0}, {0, 30}}};
  EXPECT_EQ(parts_beside<2>(valid, waiting, kGhosts, 3).boxes.front().lo[0], 9);
}

TEST(PatchParts, WhatWaitsAllAroundIsNotParted) {
  const Box<3> valid{{0, 0, 0}, {32, 32, 32}};
  BoxList<3> waiting;
  for (std::size_t d = 0; d < 3; ++d) {
    for (const bool upper : {false, true}) {
      Box<3>& region = waiting.emplace_back(valid);
      region.lo[d] = upper ? 32 : -2;
      region.hi[d] = upper ? 34 : 0;
    }
  }
  EXPECT_TRUE(parts_beside<3>(valid, waiting, kGhosts, 2).is_empty());
}

}  // namespace
}  // namespace evenkeel::hierarchy
