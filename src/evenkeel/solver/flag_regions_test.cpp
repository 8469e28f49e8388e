// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regions of space and time as cells of levels.
#include "evenkeel/solver/flag_regions.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::solver {
namespace {

using geometry::Box;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Ten base cells from 0 to 1.
RegionCells<1> cells_at(const std::vector<FlagRegion<1>>& regions, int level, double time = 0.0) {
  hierarchy::Mesh<1> mesh;
  mesh.cells = {10};
  mesh.upper = {1.0};
  mesh.max_levels = 4;
  return region_cells<1>(regions, mesh, level, time);
}

TEST(FlagRegions, AskForCellsThatTheyMeetOnLevelsTooCoarse) {
  const std::vector<FlagRegion<1>> regions{{{0.3}, {0.52}, 2}};

  EXPECT_THAT(cells_at(regions, 0).wanted, ElementsAre(Box<1>{{3}, {6}})) << "0.3 is a face";
  EXPECT_THAT(cells_at(regions, 1).wanted, ElementsAre(Box<1>{{6}, {11}}));
  EXPECT_THAT(cells_at(regions, 2).wanted, IsEmpty());
  EXPECT_THAT(cells_at(regions, 0).barred, IsEmpty());
}

TEST(FlagRegions, ThatAreThinnerThanACellHaveOne) {
  EXPECT_THAT(cells_at({{{0.51}, {0.52}, 1}}, 0).wanted, ElementsAre(Box<1>{{5}, {6}}));
}

TEST(FlagRegions, EndWithTheDomain) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  EXPECT_THAT(cells_at({{{-kFar}, {kFar}, 1}}, 0).wanted, ElementsAre(Box<1>{{0}, {10}}));
  EXPECT_THAT(cells_at({{{0.95}, {7.0}, 1}}, 0).wanted, ElementsAre(Box<1>{{9}, {10}}));
}

TEST(FlagRegions, ForbidCellsOfTheirGreatestLevelWhereNoneIsDeeper) {
  const std::vector<FlagRegion<1>> regions{{{0.0}, {1.0}, 0, 1}, {{0.4}, {0.6}, 0, 2}};

  EXPECT_THAT(cells_at(regions, 0).barred, IsEmpty());
  EXPECT_THAT(cells_at(regions, 1).barred, ElementsAre(Box<1>{{0}, {8}}, Box<1>{{12}, {20}}));
  EXPECT_THAT(cells_at(regions, 2).barred, ElementsAre(Box<1>{{0}, {40}}, Box<1>{{16}, {24}}));
}

TEST(FlagRegions, CountFromATimeUntilAnother) {
  FlagRegion<1> region{{0.0}, {1.0}, 1};
  region.from = 0.5;
  region.until = 0.75;

  EXPECT_THAT(cells_at({region}, 0, 0.49).wanted, IsEmpty());
  EXPECT_EQ(cells_at({region}, 0, 0.5).wanted.size(), 1U);
  EXPECT_THAT(cells_at({region}, 0, 0.75).wanted, IsEmpty());
}

}  // namespace
}  // namespace evenkeel::solver
