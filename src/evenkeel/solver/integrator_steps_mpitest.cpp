// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How long steps are, and what is said where none will do.
/// ranks: 1 2 3 4
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/solver/integrator.hpp"
#include "evenkeel/solver/test_run.hpp"

namespace evenkeel::solver {
namespace {

using hierarchy::cube_mesh;

/// The message of the error that a step raises.
template <int D>
std::string failure(TestRun<D>& run) {
  try {
    run.integrator().step(10.0);
  } catch (const InstabilityError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Steps, GivesUpNamingThePlaceOfTheTrouble) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  auto options = moving_bump<2>();
  const auto mesh = cube_mesh<2>(24, true);
  IntegratorOptions<2> integrator;
  integrator.max_retries = 2;
  options.velocity = [](double now) { return hierarchy::Point<2>{1.0, now > 0.0 ? 1e6 : 1.0}; };
  const Upwind<2> fast(options);
  TestRun<2> run(communicator, mesh, fast, integrator, {});

  const std::string message = failure(run);

  EXPECT_THAT(message, ::testing::HasSubstr("step 1 at time 0 failed after 2 halvings"));
  EXPECT_THAT(message, ::testing::HasSubstr("dt * signal rate is"));
  EXPECT_THAT(message, ::testing::HasSubstr("on level"));
  EXPECT_THAT(message, ::testing::HasSubstr("lower time.cfl"));

  integrator.fixed_dt = 1.0;
  TestRun<2> fixed(communicator, mesh, fast, integrator, {});
  EXPECT_THAT(failure(fixed), ::testing::HasSubstr("lower time.fixed_dt"));
}

TEST(Steps, GivesUpOnValuesThatAreNotNumbers) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  Upwind<1>::Options options;
  options.initial = [](const hierarchy::Point<1>& x, int) {
    return std::abs(x[0] - 0.4375) < 0.01 ? std::nan("") : 1.0;  // cell 3 of 8
  };
  options.flags = {FlagRule::Kind::kJump, 0, {0.5}};
  options.velocity = [](double) { return hierarchy::Point<1>{-1.0}; };
  const Upwind<1> broken(options);
  auto mesh = cube_mesh<1>(8, true, 1);
  TestRun<1> run(communicator, mesh, broken, {}, {.max_box = 2});

  const std::string message = failure(run);

  EXPECT_THAT(message, ::testing::HasSubstr("values are not finite numbers on level 0"));
  EXPECT_THAT(message, ::testing::HasSubstr("box (2) to (4), cell (2)"));
  EXPECT_THAT(message,
              ::testing::HasSubstr("smaller steps do not help: dt * signal rate was 0.00"));
}

TEST(Steps, TheStepFollowsTheFastestLevelAndGrowsSlowly) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  auto options = moving_bump<1>();
  options.velocity = [](double now) { return hierarchy::Point<1>{now > 0.0 ? 0.5 : 1.0}; };
  const Upwind<1> application(options);
  IntegratorOptions<1> integrator;
  integrator.cfl = 0.8;
  TestRun<1> run(communicator, cube_mesh<1>(32, true), application, integrator, {});

  run.integrator().step(10.0);
  EXPECT_DOUBLE_EQ(run.integrator().clock().dt, 0.8 / 32) << "cfl h / a on every level";
  run.integrator().step(10.0);  // the last one that saw the high speed at its start decides
  run.integrator().step(10.0);
  EXPECT_DOUBLE_EQ(run.integrator().clock().dt, 1.1 * 0.8 / 32);
  const double end = run.integrator().clock().time + 1e-6;
  run.integrator().step(end);
  EXPECT_EQ(run.integrator().clock().time, end);
  EXPECT_NEAR(run.integrator().next_dt(), 1.1 * 1.1 * 1.1 * 0.8 / 32, 1e-15)
      << "a step cut by the end does not slow the next";

  integrator.subcycle = false;
  TestRun<1> single(communicator, cube_mesh<1>(32, true), application, integrator, {});
  single.integrator().step(10.0);
  EXPECT_DOUBLE_EQ(single.integrator().clock().dt, 0.8 / 128) << "the finest level's step for all";
}

TEST(Steps, WhatStandsStillTakesOneStepToTheEndOrNone) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  auto options = moving_bump<1>();
  options.velocity = [](double) { return hierarchy::Point<1>{0.0}; };
  const Upwind<1> application(options);
  TestRun<1> run(communicator, cube_mesh<1>(32, true), application, {}, {});

  EXPECT_THROW(run.integrator().step(std::numeric_limits<double>::infinity()), InputError);
  run.integrator().step(10.0);
  EXPECT_EQ(run.integrator().clock().time, 10.0);
  EXPECT_EQ(run.integrator().next_dt(), 0.0) << "not known: checkpoints hold finite numbers";
  run.integrator().step(20.0);
  EXPECT_EQ(run.integrator().clock().time, 20.0);
}

/// Says of every call that it took a millisecond.
class Pause final : public Coupling<1> {
 public:
  CouplingReport couple(hierarchy::Hierarchy<1>&, double) override { return {{1}, {1e-3}}; }
};

/// Takes a millisecond for every patch.
class Busy final : public Upwind<1> {
 public:
  using Upwind<1>::Upwind;
  double advance(const StageStep<1>& step, Scratch& scratch) const override {
    nap(1e-3);
    return Upwind<1>::advance(step, scratch);
  }
  std::shared_ptr<Coupling<1>> make_coupling(const Boundaries<1>&) const override {
    return std::make_shared<Pause>();
  }
};

TEST(Steps, TakeLongerAtAPartOfTheSpeedAndGiveTheSame) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  const Busy busy(moving_bump<1>());
  TestRun<1> even(communicator, cube_mesh<1>(32, true), busy, {}, {});
  IntegratorOptions<1> slow;
  slow.speed = 0.25;
  TestRun<1> slowed(communicator, cube_mesh<1>(32, true), busy, slow, {});
  const auto patches = static_cast<double>(slowed.hierarchy().level(0).patches().size());

  even.integrator().step(10.0);
  const StepReport report = slowed.integrator().step(10.0);

  EXPECT_GE(report.level_seconds[0], 4e-3 * (1.0 + patches) - 3e-4) << "but for what is owed";
  EXPECT_EQ(slowed.checksum(), even.checksum());
}

/// Counts how often a part of a patch is advanced.
class Parted final : public Upwind<2> {
 public:
  using Upwind<2>::Upwind;
  double advance(const StageStep<2>& step, Scratch& scratch) const override {
    parts_ += step.state.box.grow(-ghosts()) == step.box ? 0 : 1;
    return Upwind<2>::advance(step, scratch);
  }
  int parts() const { return parts_; }

 private:
  mutable int parts_ = 0;
};

TEST(Steps, LargePatchesGoOnInPartsWhileALateRankIsWaitedFor) {
  const comm::Communicator communicator(MPI_COMM_WORLD);
  for (const int levels : {1, 2}) {
    Upwind<2>::Options options;
    options.initial = [](const hierarchy::Point<2>& x, int) {  // a pyramid
      return 1.0 + std::max(0.35 - std::max(std::abs(x[0] - 0.5), std::abs(x[1] - 0.5)), 0.0);
    };
    options.flags = {FlagRule::Kind::kJump, 0, {1e-4}};
    options.stages = levels;
    options.boundary = levels == 1 ? BoundaryKind::kPeriodic : BoundaryKind::kOutflow;
    const auto mesh = cube_mesh<2>(1024 / levels, levels == 1, levels);
    const Parted even(options);
    const Parted uneven(options);
    TestRun<2> straight(communicator, mesh, even, {}, {.max_box = 64, .seed = 5});
    IntegratorOptions<2> slow;
    slow.speed = communicator.rank() == 0 ? 0.2 : 1.0;
    TestRun<2> waiting(communicator, mesh, uneven, slow, {.deals_strips = true});
    for (int step = 0; step < 4; ++step) {
      straight.integrator().step(10.0);
      waiting.integrator().step(10.0);
    }
    EXPECT_EQ(waiting.checksum(), straight.checksum());
    EXPECT_EQ(communicator.sum(uneven.parts()) > 0, communicator.size() > 1);
  }
}

}  // namespace
}  // namespace evenkeel::solver
