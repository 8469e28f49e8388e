// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Runs in which the case says where and when to refine, and for how long to keep it.
/// ranks: 1 3
#include "evenkeel/solver/flags.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;
using hierarchy::cube_mesh;
using ::testing::ElementsAre;
using ::testing::Ge;

/// Nothing moves; nothing asks for refinement by itself, save a bump where \p has_bump.
Upwind<2> resting(bool has_bump) {
  auto options = moving_bump<2>();
  options.velocity = [](double) { return hierarchy::Point<2>{}; };
  if (!has_bump) {
    options.initial = [](const hierarchy::Point<2>&, int) { return 1.0; };
  }
  return Upwind<2>(options);
}

IntegratorOptions<2> stepping(double dt) {
  IntegratorOptions<2> options;
  options.fixed_dt = dt;
  options.regrid_interval = 1;
  options.regrid.buffer = 0;
  return options;
}

/// Cells of levels after \p steps, on these ranks as on one.
std::vector<std::int64_t> cells_after(int steps, const Upwind<2>& application,
                                      const IntegratorOptions<2>& options) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const comm::Communicator self(MPI_COMM_SELF);
  TestRun<2> one(self, cube_mesh<2>(16, true), application, options, {.max_box = 64});
  TestRun<2> many(world, cube_mesh<2>(16, true), application, options, {.max_box = 8});
  for (int n = 0; n < steps; ++n) {
    one.integrator().step(10.0);
    many.integrator().step(10.0);
  }
  EXPECT_EQ(many.checksum(), one.checksum());
  std::vector<std::int64_t> cells;
  for (int level = 0; level <= many.hierarchy().finest(); ++level) {
    cells.push_back(many.hierarchy().cells(level));
  }
  return cells;
}

TEST(FlagsOfRuns, RegionsAreRefinedToTheirLevelWhileTheyCount) {
  auto options = stepping(0.1);
  options.regions = {{{0.25, 0.25}, {0.5, 0.5}, 2}};
  options.regions[0].from = 0.15;
  options.regions[0].until = 0.45;
  const Upwind<2> flat = resting(false);

  EXPECT_THAT(cells_after(2, flat, options), ElementsAre(256));
  EXPECT_THAT(cells_after(3, flat, options), ElementsAre(256, 64, 64))
      << "level 1 from 0.2 on, and what nests in it from 0.25 on";
  EXPECT_THAT(cells_after(4, flat, options), ElementsAre(256, Ge(64), 256));
  EXPECT_THAT(cells_after(6, flat, options), ElementsAre(256)) << "regrid at 0.5";
}

TEST(FlagsOfRuns, RegionsBoundTheLevelsOfWhatIsInThem) {
  auto options = stepping(0.1);
  const Upwind<2> bump = resting(true);
  const auto free = cells_after(1, bump, options);
  ASSERT_EQ(free.size(), 3U);

  options.regions = {{{0.0, 0.0}, {1.0, 1.0}, 0, 1}};
  EXPECT_EQ(cells_after(1, bump, options).size(), 2U);

  options.regions.push_back({{0.5, 0.0}, {1.0, 1.0}, 0, 2});
  const auto half = cells_after(1, bump, options);
  ASSERT_EQ(half.size(), 3U);
  EXPECT_LT(half[2], free[2]) << "the other half of the bump is as before";
}

TEST(FlagsOfRuns, RichardsonHeedsRegionsToo) {
  auto options = moving_bump<2>();
  options.flags = {FlagRule::Kind::kRichardson, 0, {1e9}};
  auto stepped = stepping(0.001);
  stepped.regions = {{{0.0, 0.0}, {0.25, 0.25}, 1}};

  EXPECT_THAT(cells_after(1, Upwind<2>(options), stepped), ElementsAre(256, 64));
}

TEST(FlagsOfRuns, RefinedCellsAreKeptWhileAShareOfTheThresholdIsLeft) {
  for (const auto kind : {FlagRule::Kind::kJump, FlagRule::Kind::kRichardson}) {
    auto options = moving_bump<2>();
    options.flags = {kind, 0, {kind == FlagRule::Kind::kJump ? 0.1 : 0.002}};
    const auto stepped = stepping(0.02);  // upwind smears the bump

    const auto dropping = cells_after(20, Upwind<2>(options), stepped);
    options.flags.keep = 0.25;
    const auto keeping = cells_after(20, Upwind<2>(options), stepped);

    EXPECT_GT(keeping[1], dropping[1]);
  }
}

}  // namespace
}  // namespace evenkeel::solver
