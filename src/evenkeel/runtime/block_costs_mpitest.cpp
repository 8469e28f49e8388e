// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A flame whose burning cells cost more is dealt out more evenly when those weigh more.
/// ranks: 1 2 3
#include "evenkeel/runtime/block_costs.hpp"

#include <gtest/gtest.h>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/runtime/placement.hpp"
#include "evenkeel/runtime/source_price.hpp"
#include "evenkeel/solver/integrator.hpp"

namespace evenkeel::runtime {
namespace {

TEST(BlockCosts, AreOneAndWhatSourceTermsAddByBlockAndLevel) {
  const comm::Communicator world(MPI_COMM_WORLD);
  hierarchy::Mesh<2> mesh;
  mesh.cells = {16, 8};
  mesh.upper = {2.0, 1.0};
  mesh.max_levels = 3;
  std::vector<solver::TileCost<2>> tiles;
  if (world.rank() == world.size() - 1) {
    tiles.push_back({0, {{0, 0}, {8, 8}}, 64.0, 32.0});    // four blocks of level 0
    tiles.push_back({1, {{0, 0}, {8, 8}}, 128.0, 384.0});  // one block of level 1, two steps
  }
  const std::vector<double> costs = block_costs<2>(world, mesh, 4, tiles);

  const std::vector<double> burning{1.5, 4.0, 4.0};  // no level 2 yet: as dear as level 1
  const std::vector<double> cold{1.5, 1.5, 1.5};
  const std::vector<double> unknown{1.0, 1.0, 1.0};
  const auto block = [&](std::size_t number) {
    return std::vector<double>(costs.begin() + static_cast<std::ptrdiff_t>(3 * number),
                               costs.begin() + static_cast<std::ptrdiff_t>(3 * number + 3));
  };
  ASSERT_EQ(costs.size(), 4U * 2U * 3U);
  EXPECT_EQ(block(0), burning);
  EXPECT_EQ(block(1), cold);
  EXPECT_EQ(block(2), unknown);
  EXPECT_EQ(block(4), cold);
}

/// How cells of a Fire are weighed.
enum class Weighs { kAlike, kByCounts, kByMeasuredPrice };

/// A flame on all ranks whose owners are found anew at every regrid of the base. What it counts
/// costs \p price updates; seconds are what that takes ranks of different speeds.
class Fire {
 public:
  explicit Fire(Weighs weighs, double price = 1.0)
      : true_price_(price),
        world_(MPI_COMM_WORLD, &clock_),
        plugin_(make()),
        hierarchy_(world_, mesh(), solver::state_shape(application())),
        placement_(mesh(), world_, manager_of(), options(), [](auto, auto, auto) {}),
        integrator_(hierarchy_, application(), integrator_options(),
                    [this, weighs](int from, const std::vector<geometry::BoxList<2>>& boxes) {
                      if (from == 0 && weighs != Weighs::kAlike && steps_ > 0) {
                        weigh_blocks(weighs == Weighs::kByMeasuredPrice);
                      }
                      return placement_.place(from, boxes);
                    }) {
    integrator_.initialise();
  }

  /// Work of the busiest rank over the mean, summed over the coarse steps from the ninth on.
  double imbalance() {
    double mine = 0.0;
    for (steps_ = 1; steps_ <= 16; ++steps_) {
      solver::StepReport report = integrator_.step(10.0);
      const auto updates = static_cast<double>(report.level_updates[0]);
      const double work = updates + true_price_ * (report.level_work[0] - updates);
      report.level_seconds[0] = 1e-7 * (1 + world_.rank()) * work;
      learned_.add(report);
      learned_.apply_to(report);
      placement_.add(report, steps_);
      mine += steps_ > 8 ? work : 0.0;
    }
    double sum = 0.0;
    for (const double work : world_.gather_all(mine)) {
      sum += work;
    }
    return world_.max(mine) * world_.size() / sum;
  }
  double learned_price() const { return learned_.price(); }

 private:
  void weigh_blocks(bool measures) {
    if (measures) {
      learned_.measure(world_);
    }
    placement_.weigh_blocks(
        block_costs<2>(world_, mesh(), 4, solver::take_costs(hierarchy_), learned_.price()));
  }

  static hierarchy::Mesh<2> mesh() {
    hierarchy::Mesh<2> mesh;
    mesh.cells = {128, 128};
    mesh.upper = {16.0, 16.0};
    mesh.max_levels = 1;
    return mesh;
  }
  static std::unique_ptr<kernels::ApplicationPlugin> make() {
    Registry<kernels::ApplicationPlugin> registry;
    kernels::register_builtin(registry);
    return registry.make("flame2d", {});
  }
  const solver::Application<2>& application() const {
    return *std::get<std::unique_ptr<solver::Application<2>>>(plugin_->application);
  }
  static manager::Manager manager_of() {
    Registry<partition::Partitioner> partitioners;
    Registry<manager::Policy> policies;
    partition::register_builtin(partitioners);
    manager::register_builtin(policies);
    // Cuts across axis 0, along which the mixture is hotter and hotter; halves across axis 1 are
    // alike.
    const ParamValues params = {{"sticky_epsilon", 0.0}, {"order", "hilbert"}, {"slow_axis", 0.0}};
    return {manager::make_methods(partitioners, "ccp", params), policies.make("reactive", {})};
  }
  static PlacementOptions options() {
    PlacementOptions options;
    options.sense.deterministic = true;
    options.sense.source = CapacitySource::kEqual;
    return options;
  }
  solver::IntegratorOptions<2> integrator_options() const {
    solver::IntegratorOptions<2> chosen;
    chosen.cfl = 0.8;
    chosen.flags = application().default_flags();
    chosen.boundaries = application().boundaries();
    return chosen;
  }

  double true_price_;
  SourcePrice learned_;
  telemetry::PhaseClock clock_;
  comm::Communicator world_;
  std::unique_ptr<kernels::ApplicationPlugin> plugin_;
  hierarchy::Hierarchy<2> hierarchy_;
  Placement<2> placement_;
  solver::Integrator<2> integrator_;
  std::int64_t steps_ = 0;
};

TEST(BlockCosts, BalanceAFlameThatCellsAloneDoNot) {
  Fire plain(Weighs::kAlike);
  Fire weighed(Weighs::kByCounts);
  const double without = plain.imbalance();
  const double with = weighed.imbalance();

  const comm::Communicator world(MPI_COMM_WORLD);
  if (world.size() == 1) {
    EXPECT_EQ(without, with);
    return;
  }
  EXPECT_GT(without, 1.05) << "the test wants work that is uneven";
  EXPECT_LT(with - 1.0, 0.5 * (without - 1.0));
}

TEST(BlockCosts, BalanceAFlameBetterByWhatItsCountsAreSeenToCost) {
  constexpr double kPrice = 0.1;
  Fire counted(Weighs::kByCounts, kPrice);
  Fire measured(Weighs::kByMeasuredPrice, kPrice);
  const double by_counts = counted.imbalance();
  const double by_price = measured.imbalance();

  EXPECT_NEAR(measured.learned_price(), kPrice, 1e-6);
  const comm::Communicator world(MPI_COMM_WORLD);
  if (world.size() > 1) {
    EXPECT_LT(by_price - 1.0, 0.8 * (by_counts - 1.0));
  }
}

}  // namespace
}  // namespace evenkeel::runtime
