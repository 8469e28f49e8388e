// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Schemes and grids that kernels have where a case names none. (algorithms 7, 7.0)
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/test_scene.hpp"
#include "evenkeel/solver/test_block.hpp"

namespace evenkeel::kernels {
namespace {

std::unique_ptr<ApplicationPlugin> made(const char* kernel, const ParamValues& params) {
  Registry<ApplicationPlugin> registry;
  register_builtin(registry);
  return registry.make(kernel, params);
}

/// Values of a box after one step of a kernel in 2-D. \param corner  of the box
std::vector<double> stepped(const char* kernel, const ParamValues& params,
                            const geometry::Index<2>& corner) {
  const auto plugin = made(kernel, params);
  const solver::Application<2>& application = *std::get<1>(plugin->application);
  solver::StageStep<2> step;
  step.box = {corner, {corner[0] + 12, corner[1] + 8}};
  for (std::size_t d = 0; d < 2; ++d) {
    step.place.origin[d] = plugin->lower[d];
    step.place.spacing[d] = (plugin->upper[d] - plugin->lower[d]) / plugin->cells[d];
  }
  const auto components = static_cast<int>(application.components().size());
  solver::TestBlock<2> block(step.box.grow(application.ghosts()), components);
  application.initialise(block.view, block.view.box, step.place);
  step.state = block.view;
  std::vector<double> old = block.memory;
  step.old = solver::temporary_view(old.data(), block.view.box, components);
  std::vector<std::vector<double>> memory(static_cast<std::size_t>(application.registers()), old);
  std::vector<storage::View<2>> registers;
  for (std::vector<double>& values : memory) {
    registers.push_back(solver::temporary_view(values.data(), block.view.box, components));
  }
  step.registers = registers;
  step.dt = 0.4 / application.rate(step.state, step.box, step.place);
  solver::Scratch scratch;
  for (step.stage = 0; step.stage < application.stages(); ++step.stage) {
    application.advance(step, scratch);
  }
  return block.memory;
}

TEST(Defaults, TheStepIsOfHighOrderOnFourLevels) {
  const auto plugin = made("eno2d", {});

  EXPECT_EQ(plugin->cells, (std::vector<std::int32_t>{120, 40}));
  EXPECT_EQ(plugin->max_levels, 4);
  EXPECT_EQ(plugin->cfl, 0.5);
  EXPECT_EQ(std::get<1>(plugin->application)->stages(), 3);
  const geometry::Index<2> floor{18, 4};  // the body's corner is at (24, 8)
  EXPECT_EQ(stepped("eno2d", {}, floor),
            stepped("eno2d", {{"scheme", "weno5"}, {"flux", "hllc"}}, floor));
}

TEST(Defaults, SlopesAreLessSteepBehindStrongShocks) {
  const geometry::Index<2> interface{58, 10};
  const auto with = [&](double mach, double steepness) {
    return stepped("rm2d", {{"mach", mach}, {"steepness", steepness}}, interface);
  };
  const auto without = [&](double mach) { return stepped("rm2d", {{"mach", mach}}, interface); };

  EXPECT_EQ(without(5.0), with(5.0, 1.5));
  EXPECT_NE(without(5.0), with(5.0, 2.0));
  EXPECT_EQ(without(4.9), with(4.9, 2.0));
  EXPECT_NE(without(4.9), with(4.9, 1.5));
  EXPECT_EQ(stepped("rm2d", {{"limiter", "minmod"}, {"mach", 6.0}}, interface),
            stepped("rm2d", {{"limiter", "minmod"}, {"mach", 6.0}, {"steepness", 1.5}}, interface));
}

TEST(Defaults, NothingIsExactWhereOnlyFluxesAreGiven) {
  for (const char* walls : {"closed", "flux"}) {
    const TestScene scene{
        .kernel = "laplace", .params = {{"walls", walls}}, .sides = solver::BoundaryKind::kReflect};
    EXPECT_FALSE(scene.is_exact()) << walls;
  }
}

TEST(Defaults, SteepnessIsThatOfALimiter) {
  EXPECT_THROW(made("rm2d", {{"steepness", 0.5}}), InputError);
  EXPECT_THROW(made("rm3d", {{"steepness", 2.5}}), InputError);
}

}  // namespace
}  // namespace evenkeel::kernels
