// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What good cases ask of the solver and of placement.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/runtime/placement_options.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {
namespace {

using ::testing::ElementsAre;

CheckedCase check_options(const std::string& text, const std::vector<std::string>& overrides = {},
                          std::size_t ranks = 0) {
  return check_case("case.toml", text, overrides, Plugins::builtin(), ranks);
}

const std::string kLeast = "kernel.name = \"rm2d\"\ntime.steps = 8\n";

TEST(MakeOptions, FollowTheCase) {
  const CheckedCase checked =
      check_options(kLeast +
                    "time.cfl = 0.3\ntime.subcycle = false\nmesh.regrid_interval = 7\n"
                    "mesh.flag = \"gradient\"\nmesh.flag_component = \"energy\"\n"
                    "mesh.flag_threshold = [0.5, 0.25]\n"
                    "domain.boundary_upper = [\"reflect\", \"periodic\"]\n"
                    "kernel.frame = \"lab\"\n");
  const auto& kernel = *std::get<1>(checked.kernel->application);

  const auto options = make_options(checked.settings, kernel, 0);
  const auto mesh = make_mesh<2>(checked.settings, options.boundaries);

  EXPECT_EQ(options.cfl, 0.3);
  EXPECT_FALSE(options.subcycle);
  EXPECT_EQ(options.regrid_interval, 7);
  EXPECT_EQ(options.flags.kind, solver::FlagRule::Kind::kGradient);
  EXPECT_EQ(kernel.components()[static_cast<std::size_t>(options.flags.component)].name, "energy");
  EXPECT_THAT(options.flags.threshold, ElementsAre(0.5, 0.25));
  EXPECT_EQ(options.boundaries[0][1], solver::BoundaryKind::kReflect);
  EXPECT_TRUE(mesh.periodic[1]);
  EXPECT_FALSE(mesh.periodic[0]);
}

TEST(MakeOptions, KernelsWithoutStepsVisitLevelsAlike) {
  const CheckedCase checked = check_options("kernel = \"laplace\"\ntime.steps = 1\n");
  const auto& kernel = *std::get<1>(checked.kernel->application);

  EXPECT_FALSE(make_options(checked.settings, kernel, 0).subcycle);
}

TEST(MakeOptions, RanksMayBeSlowed) {
  const CheckedCase checked = check_options(kLeast, {"machine.inject=[1,0.25]"}, 2);
  const auto& kernel = *std::get<1>(checked.kernel->application);

  EXPECT_EQ(make_options(checked.settings, kernel, 0).speed, 1.0);
  EXPECT_EQ(make_options(checked.settings, kernel, 1).speed, 0.25);
}

TEST(PlacementOptions, RanksMayHaveBudgetsOfTheirOwn) {
  const CheckedCase checked =
      check_options(kLeast, {"memory.budget=1GiB", "memory.budgets=[0,\"500MB\"]"}, 2);

  EXPECT_EQ(placement_options(checked.settings, {}, 1).sense.memory_budget, 5e8);
  EXPECT_EQ(placement_options(checked.settings, {}, 0).sense.memory_budget, 0.0);
  EXPECT_TRUE(placement_options(checked.settings, {}, 0).sense.has_memory_limit);
}

TEST(PlacementOptions, FollowTheCase) {
  const CheckedCase checked =
      check_options(kLeast +
                    "manage.capacity = \"given\"\nmachine.capacities = [1, 3]\n"
                    "manage.sense_interval = \"20ms\"\npartition.granularity = 8\n");

  const PlacementOptions options =
      placement_options(checked.settings, {.components = 5, .carried = 2});

  EXPECT_EQ(options.sense.source, CapacitySource::kGiven);
  EXPECT_THAT(options.sense.given, ElementsAre(1.0, 3.0));
  EXPECT_EQ(options.sense.interval, 0.02);
  EXPECT_EQ(options.granularity, 8);
  EXPECT_EQ(options.bytes_per_cell, 40.0);
  EXPECT_EQ(options.moved_per_cell, 16.0);
  EXPECT_EQ(options.end, 8);
}

}  // namespace
}  // namespace evenkeel::runtime
