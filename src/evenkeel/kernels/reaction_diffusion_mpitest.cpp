// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Flames on levels: the same whatever the boxes and ranks, and nothing is lost between levels.
/// ranks: 1 3
#include <gtest/gtest.h>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/solver/source_terms.hpp"
#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::kernels {
namespace {

hierarchy::Mesh<2> flame_mesh() {
  hierarchy::Mesh<2> mesh;
  mesh.cells = {32, 32};
  mesh.lower = {0.0, 0.0};
  mesh.upper = {16.0, 16.0};
  mesh.max_levels = 3;
  return mesh;
}

std::unique_ptr<ApplicationPlugin> flame(const ParamValues& params) {
  Registry<ApplicationPlugin> registry;
  register_builtin(registry);
  return registry.make("flame2d", params);
}

const solver::Application<2>& application_of(const ApplicationPlugin& plugin) {
  return *std::get<std::unique_ptr<solver::Application<2>>>(plugin.application);
}

solver::IntegratorOptions<2> options() {
  solver::IntegratorOptions<2> chosen;
  chosen.cfl = 0.8;
  return chosen;
}

TEST(Flame, IsTheSameToTheLastBitWhateverTheBoxesAndRanks) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const comm::Communicator alone(MPI_COMM_SELF);
  for (const char* diffusion : {"euler", "rkl4"}) {
    const auto plugin = flame({{"diffusion", diffusion}, {"lewis", 0.5}});
    const auto& application = application_of(*plugin);
    solver::TestRun<2> cut(world, flame_mesh(), application, options(), {.max_box = 8});
    solver::TestRun<2> whole(alone, flame_mesh(), application, options(),
                             {.max_box = 64, .seed = 7});
    for (int n = 0; n < 2; ++n) {
      cut.integrator().step(10.0);
      whole.integrator().step(10.0);
    }
    EXPECT_EQ(cut.checksum(), whole.checksum()) << diffusion;
  }
}

TEST(Flame, HeatAndFuelTogetherAreConservedThroughLevelsWhileItBurns) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const auto plugin = flame({{"lewis", 2.0}});
  solver::TestRun<2> run(world, flame_mesh(), application_of(*plugin), options(), {});
  const double fuel = solver::total(run.hierarchy(), 1);
  const double all = solver::total(run.hierarchy(), 0) + fuel;
  for (int n = 0; n < 4; ++n) {
    run.integrator().step(10.0);
  }
  EXPECT_EQ(run.hierarchy().finest(), 2);
  EXPECT_LT(solver::total(run.hierarchy(), 1), fuel - 1.0) << "the test wants a fire";
  EXPECT_NEAR(solver::total(run.hierarchy(), 0) + solver::total(run.hierarchy(), 1), all,
              1e-12 * all);
}

TEST(Flame, BurningTilesCostMoreThanColdOnes) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const auto plugin = flame({});
  solver::TestRun<2> run(world, flame_mesh(), application_of(*plugin), options(), {});
  const solver::StepReport report = run.integrator().step(10.0);
  double cost = 0.0;
  double updates = 0.0;
  double dearest = 0.0;
  double cheapest = 1e9;
  for (const solver::TileCost<2>& tile : solver::take_costs(run.hierarchy())) {
    cost += tile.cost;
    updates += tile.updates;
    dearest = std::max(dearest, tile.cost / tile.updates);
    cheapest = std::min(cheapest, tile.cost / tile.updates);
  }
  double work = 0.0;
  for (const double level : report.level_work) {
    work += level;
  }
  EXPECT_NEAR(work, updates + cost, 1e-9 * work);
  EXPECT_EQ(updates, static_cast<double>(report.cell_updates));
  EXPECT_GT(world.max(dearest), 4.0 * -world.max(-cheapest));
  EXPECT_FALSE(run.hierarchy().level(0).patches().empty());
  for (const solver::TileCost<2>& tile : solver::take_costs(run.hierarchy())) {
    EXPECT_EQ(tile.cost, 0.0) << "costs are forgotten once taken";
  }
}

}  // namespace
}  // namespace evenkeel::kernels
