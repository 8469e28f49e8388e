// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Adaptive runs conserve, do not depend on boxes and ranks, and are retried exactly.
/// ranks: 1 2 3 4
#include "evenkeel/solver/integrator.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::solver {
namespace {

using hierarchy::cube_mesh;

template <class Dimension>
class IntegratorIn : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(IntegratorIn, Dimensions);

/// Base cells along an axis that make a run of three levels quick.
constexpr int side(int dimension) {
  return dimension == 3 ? 12 : 24;
}

/// A vector that turns, so that every face sees flow in and out.
template <int D>
hierarchy::Point<D> turning(double time) {
  hierarchy::Point<D> velocity;
  for (std::size_t d = 0; d < D; ++d) {
    velocity[d] = std::cos(9.0 * time + static_cast<double>(d));
  }
  return velocity;
}

template <int D>
void expect_conserved(TestRun<D>& run, int steps) {
  const double before[] = {total(run.hierarchy(), 0), total(run.hierarchy(), 1)};
  for (int n = 0; n < steps; ++n) {
    run.integrator().step(10.0);
    EXPECT_EQ(run.hierarchy().finest(), 2) << "the test wants refinement";
  }
  EXPECT_NEAR(total(run.hierarchy(), 0), before[0], 1e-13 * before[0]);
  EXPECT_NEAR(total(run.hierarchy(), 1), before[1], 1e-13 * before[1]);
}

TYPED_TEST(IntegratorIn, ConservesOnPeriodicDomainsWhileGridsMove) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  for (const int stages : {1, 2}) {
    for (const bool subcycle : {true, false}) {
      auto options = moving_bump<D>();
      options.components = 2;
      options.stages = stages;
      options.velocity = turning<D>;
      const Upwind<D> application(options);
      IntegratorOptions<D> integrator;
      integrator.subcycle = subcycle;
      integrator.regrid_interval = stages == 1 ? 1 : 3;
      TestRun<D> run(communicator, cube_mesh<D>(side(D), true), application, integrator, {});

      expect_conserved(run, 6);

      // 3 at first; of level 0 with steps 1, 2, 3, 4, 5 or 3; of level 1 half a step later
      // or with its steps 3 and 9
      const int often = subcycle ? 3 + 5 + 6 : 3 + 5;
      const int seldom = subcycle ? 3 + 1 + 2 : 3 + 1;
      EXPECT_EQ(run.regrids(), stages == 1 ? often : seldom);
    }
  }
}

TYPED_TEST(IntegratorIn, DoesNotDependOnBoxesOwnersOrRanks) {
  constexpr int D = TypeParam::value;
  const comm::Communicator world(MPI_COMM_WORLD);
  const comm::Communicator self(MPI_COMM_SELF);
  for (const bool periodic : {true, false}) {
    auto options = moving_bump<D>();
    options.stages = 2;
    options.velocity = turning<D>;
    options.boundary = periodic ? BoundaryKind::kPeriodic : BoundaryKind::kReflect;
    const Upwind<D> application(options);
    const auto mesh = cube_mesh<D>(side(D), periodic);
    IntegratorOptions<D> integrator;
    integrator.regrid_interval = periodic ? 1 : 3;
    const auto result = [&](const comm::Communicator& communicator, TestLayout layout) {
      TestRun<D> run(communicator, mesh, application, integrator, layout);
      for (int n = 0; n < 4; ++n) {
        run.integrator().step(10.0);
      }
      return std::pair(run.checksum(), run.integrator().clock().time);
    };

    const auto serial = result(self, {.max_box = 64, .seed = 7});

    EXPECT_EQ(result(world, {.max_box = 64, .seed = 1}), serial);
    EXPECT_EQ(result(world, {.max_box = 16, .seed = 2}), serial);
    EXPECT_EQ(result(world, {.max_box = 8, .seed = 3}), serial);
    EXPECT_EQ(result(world, {.max_box = 4, .seed = 4}), serial);
  }
}

TYPED_TEST(IntegratorIn, ConservesBetweenWallsAndWhileLevelsVanish) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  auto options = moving_bump<D>();
  options.velocity = [](double) {
    hierarchy::Point<D> velocity;
    velocity.fill(0.9);
    velocity[0] = D == 1 ? 0.9 : 0.0;  // nothing passes the walls, were there any
    return velocity;
  };
  options.boundary = BoundaryKind::kReflect;
  options.flags.threshold = {0.1, D == 3 ? 0.3 : 0.19};  // first-order upwind smears quickly
  const Upwind<D> application(options);
  auto mesh = cube_mesh<D>(side(D), true);
  mesh.periodic[0] = D == 1;
  IntegratorOptions<D> integrator;
  integrator.regrid_interval = 1;
  TestRun<D> run(communicator, mesh, application, integrator, {});
  const int finest = run.hierarchy().finest();
  const double before = total(run.hierarchy(), 0);

  for (int n = 0; n < 10; ++n) {
    run.integrator().step(10.0);
  }

  EXPECT_LT(run.hierarchy().finest(), finest);
  EXPECT_NEAR(total(run.hierarchy(), 0), before, 1e-13 * before);
}

/// u = 1 + a . x - |a|^2 t, which first-order upwind and Heun's method follow exactly; fine where
/// it is large.
template <int D>
typename Upwind<D>::Options straight(int stages) {
  typename Upwind<D>::Options options;
  options.stages = stages;
  options.conserved = false;  // upwind fluxes of two levels differ: a correction would show
  options.exact = [](const hierarchy::Point<D>& x, double time) {
    double value = 1.0;
    for (std::size_t d = 0; d < D; ++d) {
      value += x[d] - time;
    }
    return value;
  };
  options.initial = [exact = options.exact](const hierarchy::Point<D>& x, int) {
    return exact(x, 0.0);
  };
  options.flags = {FlagRule::Kind::kValue, 0, {1.0 + 0.6 * D, 1.0 + 0.7 * D}};
  options.boundary = BoundaryKind::kInflow;
  return options;
}

TYPED_TEST(IntegratorIn, LinearSolutionsInSpaceAndTimeStayExact) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  for (const int stages : {1, 2}) {
    for (const bool subcycle : {true, false}) {
      const Upwind<D> application(straight<D>(stages));
      IntegratorOptions<D> integrator;
      integrator.subcycle = subcycle;
      integrator.regrid_interval = 2;
      TestRun<D> run(communicator, cube_mesh<D>(side(D), false), application, integrator, {});

      for (int n = 0; n < 5; ++n) {
        run.integrator().step(10.0);
        ASSERT_EQ(run.hierarchy().finest(), 2);
        ASSERT_LT(run.hierarchy().cells(1), run.hierarchy().mesh().domain(1).volume());
      }

      const auto errors = error_norms(run.hierarchy(), application, run.integrator().clock().time);
      ASSERT_TRUE(errors.has_value());
      EXPECT_LT(errors->front().linf, 1e-13) << "stages " << stages << ", subcycle " << subcycle;
    }
  }
}

TYPED_TEST(IntegratorIn, ErrorsOfWhatIsNotKnownAreNoNumbers) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  auto options = straight<D>(1);
  options.exact = [](const auto&, double) { return std::nan(""); };
  const Upwind<D> application(options);
  TestRun<D> run(communicator, cube_mesh<D>(side(D), false), application, {}, {});

  const auto errors = error_norms(run.hierarchy(), application, 0.0);

  ASSERT_TRUE(errors.has_value());
  EXPECT_TRUE(std::isnan(errors->front().l1));
  EXPECT_TRUE(std::isnan(errors->front().l2));
  EXPECT_TRUE(std::isnan(errors->front().linf));
}

/// A bump that moves three times as fast after \p time.
template <int D>
typename Upwind<D>::Options gust(double time) {
  auto options = moving_bump<D>();
  options.velocity = [time](double now) {
    hierarchy::Point<D> velocity;
    velocity.fill(now > time ? 3.0 : 1.0);
    return velocity;
  };
  return options;
}

TYPED_TEST(IntegratorIn, AViolatedStepIsTakenAgainFromWhereItBegan) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const auto mesh = cube_mesh<D>(side(D), true);
  const double rate = D * side(D);  // at first
  const Upwind<D> application(gust<D>(0.1 / rate));
  IntegratorOptions<D> options;
  options.regrid_interval = 1;  // level 1 has moved when the trouble is seen
  options.cfl = 0.4;
  TestRun<D> retried(communicator, mesh, application, options, {});
  options.cfl = 0.2;
  TestRun<D> careful(communicator, mesh, application, options, {});

  const StepReport report = retried.integrator().step(10.0);
  const StepReport calm = careful.integrator().step(10.0);

  EXPECT_EQ(report.retries, 1);
  EXPECT_EQ(calm.retries, 0);
  EXPECT_DOUBLE_EQ(retried.integrator().clock().time, 0.2 / rate);
  EXPECT_EQ(retried.integrator().clock().time, careful.integrator().clock().time);
  EXPECT_EQ(retried.checksum(), careful.checksum());
  EXPECT_EQ(retried.integrator().level_steps(), careful.integrator().level_steps());
}

TYPED_TEST(IntegratorIn, WhatARegridWithinAViolatedStepTookIsPutBack) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const auto mesh = cube_mesh<D>(side(D), true);
  const double dt = std::exp2(std::floor(std::log2(0.75 / (D * side(D)))));  // times are exact
  const Upwind<D> application(gust<D>(1.01 * dt));
  IntegratorOptions<D> options;
  options.regrid_interval = 2;  // in the second step level 2 changes before it moves
  options.fixed_dt = dt;
  TestRun<D> retried(communicator, mesh, application, options, {});
  TestRun<D> careful(communicator, mesh, application, options, {});
  retried.integrator().step(10.0);
  careful.integrator().step(10.0);
  const auto before = retried.hierarchy().level(2).layout();

  const StepReport report = retried.integrator().step(10.0);
  const StepReport calm = careful.integrator().step(retried.integrator().clock().time);

  EXPECT_GT(report.retries, 0);
  EXPECT_EQ(calm.retries, 0);
  EXPECT_NE(retried.hierarchy().level(2).layout(), before);
  EXPECT_EQ(retried.checksum(), careful.checksum());
}

TEST(Integrator, MakesNoMoreLevelsWhenTold) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const Upwind<2> application(moving_bump<2>());
  TestRun<2> run(communicator, cube_mesh<2>(24, true), application, {}, {});
  ASSERT_GT(run.hierarchy().finest(), 1);

  EXPECT_FALSE(run.integrator().initialise([](int level) { return level < 2; }));
  EXPECT_EQ(run.hierarchy().finest(), 1);
  EXPECT_TRUE(run.integrator().initialise());
}

TEST(Integrator, WhoIsRelievedOfMuchKeepsNoIdleMemory) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const Upwind<2> application(moving_bump<2>());
  TestRun<2> run(communicator, cube_mesh<2>(24, true), application, {}, {});
  run.integrator().step(10.0);
  const storage::Pool& pool = run.hierarchy().pool();
  const std::size_t before = pool.bytes_in_use();
  const int last = communicator.size() - 1;

  std::vector<hierarchy::LevelLayout<2>> layouts;
  for (const auto& level : run.hierarchy().levels()) {
    layouts.push_back(level->layout());
    std::ranges::fill(layouts.back().owners, last);
  }
  run.hierarchy().install(0, std::move(layouts), [](auto&, auto&) {});
  if (communicator.rank() != last) {
    EXPECT_GE(pool.bytes_reserved(), before);
  }
  run.integrator().make_room();
  if (communicator.rank() != last) {
    EXPECT_EQ(pool.bytes_reserved(), pool.bytes_in_use());
  }
  const std::size_t room = pool.bytes_in_use();
  run.integrator().make_room();
  EXPECT_EQ(pool.bytes_in_use(), room) << "all of it was there";
  EXPECT_GT(run.integrator().step(10.0).level_updates.size(), 0U);
}

TEST(Integrator, ReportsEveryCellEachTimeItAdvances) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const Upwind<2> application(moving_bump<2>());
  TestRun<2> run(communicator, cube_mesh<2>(24, true), application, {}, {});

  const StepReport report = run.integrator().step(10.0);

  ASSERT_EQ(report.level_updates.size(), 3U);
  std::int64_t all = 0;
  for (int level = 0; level < 3; ++level) {
    const std::int64_t updates =
        communicator.sum(report.level_updates[static_cast<std::size_t>(level)]);
    EXPECT_EQ(updates, run.hierarchy().cells(level) << level);
    all += updates;
  }
  EXPECT_EQ(communicator.sum(report.cell_updates), all);
  EXPECT_EQ(run.integrator().level_steps(), (std::vector<std::int64_t>{1, 2, 4}));
}

TYPED_TEST(IntegratorIn, GoesOnFromRestoredValuesAsIfNothingHadHappened) {
  constexpr int D = TypeParam::value;
  const comm::Communicator communicator(MPI_COMM_WORLD);
  auto options = moving_bump<D>();
  options.stages = 2;
  const Upwind<D> application(options);
  const auto mesh = cube_mesh<D>(side(D), true);
  IntegratorOptions<D> integrator;
  integrator.regrid_interval = 2;
  TestRun<D> first(communicator, mesh, application, integrator, {});
  first.integrator().step(10.0);
  first.integrator().step(10.0);

  TestRun<D> second(communicator, mesh, application, integrator, {.seed = 77});
  second.copy_from(first);
  second.integrator().restore(first.integrator().clock(), first.integrator().level_steps(),
                              first.integrator().next_dt());
  for (int n = 0; n < 2; ++n) {
    first.integrator().step(10.0);
    second.integrator().step(10.0);
  }

  EXPECT_EQ(second.integrator().clock().step, 4);
  EXPECT_EQ(second.integrator().clock().time, first.integrator().clock().time);
  EXPECT_EQ(second.checksum(), first.checksum());
}

TYPED_TEST(IntegratorIn, RichardsonRefinesBumpsAndNotSlopes) {
  constexpr int D = TypeParam::value;
  const comm::Communicator world(MPI_COMM_WORLD);
  const comm::Communicator self(MPI_COMM_SELF);
  auto bump = moving_bump<D>();
  bump.flags = {FlagRule::Kind::kRichardson, 0, {0.002, 0.0005}};
  const Upwind<D> bumpy(bump);
  IntegratorOptions<D> integrator;
  integrator.regrid_interval = 1;
  const auto mesh = cube_mesh<D>(2 * side(D), true, D == 3 ? 2 : 3);
  TestRun<D> one(self, mesh, bumpy, integrator, {.max_box = 64});
  TestRun<D> many(world, mesh, bumpy, integrator, {.max_box = 8});

  one.integrator().step(10.0);
  many.integrator().step(10.0);

  EXPECT_EQ(one.hierarchy().finest(), mesh.max_levels - 1);
  EXPECT_LT(one.hierarchy().cells(1), mesh.domain(1).volume());
  EXPECT_EQ(many.checksum(), one.checksum());

  auto slope = straight<D>(1);
  slope.flags = {FlagRule::Kind::kRichardson, 0, {1e-9}};
  const Upwind<D> straight_line(slope);
  TestRun<D> flat(world, cube_mesh<D>(side(D), false), straight_line, integrator, {});
  EXPECT_EQ(flat.hierarchy().finest(), 0);
}

}  // namespace
}  // namespace evenkeel::solver
