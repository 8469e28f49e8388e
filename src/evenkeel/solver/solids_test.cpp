// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Bodies as boxes of masked cells, worked out by hand.
#include "evenkeel/solver/solids.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/solver/test_block.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using geometry::BoxList;
using ::testing::HasSubstr;
using ::testing::StartsWith;

hierarchy::Mesh<2> tunnel() {
  hierarchy::Mesh<2> mesh;
  mesh.cells = {30, 10};
  mesh.upper = {3.0, 1.0};
  mesh.max_levels = 2;
  return mesh;
}

const std::vector<Solid<2>> kStep{{{0.6, 0.0}, {3.0, 0.2}}};

TEST(Solids, MaskTheSameRegionOnEveryLevelAndGoOnBeyondTheDomain) {
  const BoxList<2> base = masked_boxes<2>(kStep, tunnel(), 0);
  const BoxList<2> finer = masked_boxes<2>(kStep, tunnel(), 1);

  ASSERT_EQ(base.size(), 1U);
  EXPECT_EQ(base[0].intersect({{0, 0}, {30, 10}}), (Box<2>{{6, 0}, {30, 2}}));
  EXPECT_EQ(finer[0].intersect({{0, 0}, {60, 20}}), (Box<2>{{12, 0}, {60, 4}}));
  EXPECT_TRUE(is_masked<2>({40, -1}, base));
  EXPECT_FALSE(is_masked<2>({5, -1}, base));
}

TEST(Solids, HaveImagesBeyondSidesThatMeet) {
  hierarchy::Mesh<2> ring = tunnel();
  ring.periodic = {false, true};
  const BoxList<2> masked = masked_boxes<2>(kStep, ring, 0);

  EXPECT_TRUE(is_masked<2>({20, 11}, masked));
  EXPECT_FALSE(is_masked<2>({20, 12}, masked));
  EXPECT_FALSE(is_masked<2>({20, -1}, masked));
  EXPECT_TRUE(is_masked<2>({20, -10}, masked));
  EXPECT_TRUE(is_masked<2>({40, 1}, masked));
}

TEST(Solids, OverlappingBodiesMaskACellOnce) {
  const std::vector<Solid<2>> cross{{{0.5, 0.4}, {1.5, 0.6}}, {{0.9, 0.2}, {1.1, 0.8}}};
  std::int64_t cells = 0;
  for (const Box<2>& box : masked_boxes<2>(cross, tunnel(), 0)) {
    cells += box.volume();
  }
  EXPECT_EQ(cells, 20 + 12 - 4);
}

TEST(Solids, FaultsNameThePlace) {
  EXPECT_EQ(solid_fault<2>(kStep, tunnel()), "");
  const std::vector<Solid<2>> outside{{{3.2, 0.0}, {4.0, 0.2}}};
  EXPECT_THAT(solid_fault<2>(outside, tunnel()), HasSubstr("outside of the domain"));
  const std::vector<Solid<2>> between{{{0.65, 0.0}, {3.0, 0.2}}};
  EXPECT_THAT(solid_fault<2>(between, tunnel()), HasSubstr("0.65 along axis 0"));
  const std::vector<Solid<2>> named{{{0.6, 0.0}, {3.0, 0.25}, {{{}, {"", "kernel.height"}}}}};
  EXPECT_THAT(solid_fault<2>(named, tunnel()), StartsWith("kernel.height is 0.25: a body has"));
  const std::vector<Solid<2>> all{{{0.0, 0.0}, {3.0, 1.0}}};
  EXPECT_EQ(solid_fault<2>(all, tunnel()), "bodies fill the whole domain");
}

TEST(Solids, ExtensionTakesTheMeanOfOpenNeighbours) {
  TestBlock<2> block({{-1, -1}, {5, 5}}, 1);
  block.set([](const geometry::Index<2>& cell, int) { return 10.0 * cell[0] + cell[1]; });
  const BoxList<2> masked{{{2, 2}, {5, 5}}};
  extend_into_masked<2>(block.view, {{0, 0}, {4, 4}}, masked);

  EXPECT_EQ(block.view(0, {2, 3}), 13.0);                 // left neighbour alone
  EXPECT_EQ(block.view(0, {2, 2}), 0.5 * (12.0 + 21.0));  // both
  EXPECT_EQ(block.view(0, {3, 3}), 0.0);                  // none
  EXPECT_EQ(block.view(0, {1, 3}), 13.0);

  clear_masked<2>(block.view, masked);
  EXPECT_EQ(block.view(0, {2, 3}), 0.0);
  EXPECT_EQ(block.view(0, {1, 3}), 13.0);
}

TEST(Solids, CellsBesideABodyGetTheirCoarseCellsValue) {
  TestBlock<1> coarse({{0}, {6}}, 1);
  TestBlock<1> fine({{0}, {12}}, 1);
  coarse.set([](const geometry::Index<1>& cell, int) { return 1.0 + cell[0]; });
  fine.set([](const geometry::Index<1>& cell, int) { return 100.0 + cell[0]; });
  const BoxList<1> masked{{{4}, {6}}};
  inject_beside_masked<1>(coarse.view, fine.view, {{{2}, {10}}, 2}, {masked, 1});

  EXPECT_EQ(fine.view(0, {5}), 105.0);
  EXPECT_EQ(fine.view(0, {6}), 4.0);
  EXPECT_EQ(fine.view(0, {7}), 4.0);
  EXPECT_EQ(fine.view(0, {9}), 5.0);
  EXPECT_EQ(fine.view(0, {10}), 110.0) << "outside of the region";
}

}  // namespace
}  // namespace evenkeel::solver
