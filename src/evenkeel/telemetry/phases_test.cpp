// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Exclusive accounting with a clock that the test sets.
#include "evenkeel/telemetry/phases.hpp"

#include <gtest/gtest.h>

namespace evenkeel::telemetry {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
std::int64_t wall_now = 0;
std::int64_t cpu_now = 0;
int cpu_readings = 0;

class PhaseClockTest : public ::testing::Test {
 protected:
  ~PhaseClockTest() override { wall_now = cpu_now = cpu_readings = 0; }

  /// Lets \p wall seconds pass, of which the thread runs \p cpu.
  static void pass(int wall, int cpu = 0) {
    wall_now += wall * kSecond;
    cpu_now += cpu * kSecond;
  }

  static std::int64_t read_cpu() {
    ++cpu_readings;
    return cpu_now;
  }

  PhaseClock clock_{TimeSource{.wall = [] { return wall_now; }, .cpu = &read_cpu}};
};

TEST_F(PhaseClockTest, OuterScopeDoesNotCountTheInner) {
  clock_.enter(Phase::kRegrid);
  pass(1);
  clock_.enter(Phase::kWait);
  pass(2);
  clock_.leave();
  pass(4);
  clock_.leave();

  EXPECT_DOUBLE_EQ(clock_.wall(Phase::kRegrid), 5.0);
  EXPECT_DOUBLE_EQ(clock_.wall(Phase::kWait), 2.0);
}

TEST_F(PhaseClockTest, TimeOutsideOfScopesIsOther) {
  pass(3);
  {
    const PhaseScope scope(clock_, Phase::kIo);
  }
  pass(4);

  EXPECT_DOUBLE_EQ(clock_.wall(Phase::kOther), 7.0);
}

TEST_F(PhaseClockTest, OpenScopesCountUpToNow) {
  const PhaseScope scope(clock_, Phase::kCompute, Meter::kWallAndCpu);
  pass(2, 1);

  EXPECT_DOUBLE_EQ(clock_.wall(Phase::kCompute), 2.0);
  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kCompute), 1.0);
}

TEST_F(PhaseClockTest, PhasesAddUpToTheWallTime) {
  pass(1);
  for (const Phase phase : {Phase::kCompute, Phase::kGhost, Phase::kCompute}) {
    const PhaseScope outer(clock_, phase);
    pass(2);
    const PhaseScope inner(clock_, Phase::kWait, Meter::kWallAndCpu);
    pass(3, 1);
  }

  EXPECT_DOUBLE_EQ(clock_.account().total_wall(), 16.0);
}

TEST_F(PhaseClockTest, MeteredScopesCountOnlyTheirOwnCpu) {
  clock_.enter(Phase::kCompute, Meter::kWallAndCpu);
  pass(2, 1);
  clock_.enter(Phase::kGhost);
  pass(8, 8);
  clock_.leave();
  pass(4, 3);
  clock_.leave();
  pass(16, 16);

  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kCompute), 4.0);
  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kGhost), 0.0);
  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kOther), 0.0);
}

TEST_F(PhaseClockTest, NestedMeteredScopesShareNothing) {
  clock_.enter(Phase::kCompute, Meter::kWallAndCpu);
  pass(1, 1);
  clock_.enter(Phase::kReflux, Meter::kWallAndCpu);
  pass(2, 2);
  clock_.leave();
  pass(4, 4);
  clock_.leave();

  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kCompute), 5.0);
  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kReflux), 2.0);
}

TEST(PhaseClock, StopsWhileTheCpuIsReadBelongToTheScopeThatEnds) {
  static std::int64_t now = 0;
  const auto read_cpu = [] {
    now += kSecond;
    return std::int64_t{0};
  };
  PhaseClock clock({.wall = [] { return now; }, .cpu = read_cpu});
  clock.enter(Phase::kCompute, Meter::kWallAndCpu);
  clock.leave();

  EXPECT_DOUBLE_EQ(clock.wall(Phase::kCompute), 1.0);
}

TEST_F(PhaseClockTest, PlainScopesNeverReadTheCpu) {
  clock_.enter(Phase::kRegrid);
  {
    const PhaseScope inner(clock_, Phase::kGhost);
  }
  clock_.leave();

  EXPECT_EQ(cpu_readings, 0);
}

TEST_F(PhaseClockTest, UnderAQuotaAllScopesMeterTheCpu) {
  clock_.set_quota(0.5);
  clock_.enter(Phase::kRegrid);
  pass(4, 2);
  clock_.enter(Phase::kGhost);
  pass(2, 1);
  clock_.leave();
  clock_.leave();

  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kRegrid), 2.0);
  EXPECT_DOUBLE_EQ(clock_.cpu(Phase::kGhost), 1.0);
}

TEST_F(PhaseClockTest, DifferenceOfAccountsIsWhatHappenedBetween) {
  clock_.counters().cell_updates = 10;
  pass(1);
  clock_.counters().bytes_taken_in = 5;
  const Account before = clock_.account();
  clock_.counters() = {.cell_updates = 25,
                       .messages = 2,
                       .bytes_sent = 64,
                       .bytes_migrated = 8,
                       .bytes_taken_in = 9};
  {
    const PhaseScope scope(clock_, Phase::kCompute, Meter::kWallAndCpu);
    pass(3, 2);
  }

  const Account between = clock_.account() - before;

  EXPECT_DOUBLE_EQ(between.wall_of(Phase::kCompute), 3.0);
  EXPECT_DOUBLE_EQ(between.cpu_of(Phase::kCompute), 2.0);
  EXPECT_DOUBLE_EQ(between.wall_of(Phase::kOther), 0.0);
  EXPECT_EQ(between.counters, (Counters{.cell_updates = 15,
                                        .messages = 2,
                                        .bytes_sent = 64,
                                        .bytes_migrated = 8,
                                        .bytes_taken_in = 4}));
}

TEST_F(PhaseClockTest, UnbalancedScopesAreABug) {
  EXPECT_DEATH(clock_.leave(), "expected open_ > 0");
  for (int i = 0; i < PhaseClock::kDeepest; ++i) {
    clock_.enter(Phase::kIo);
  }
  EXPECT_DEATH(clock_.enter(Phase::kIo), "expected open_ < kDeepest");
}

}  // namespace
}  // namespace evenkeel::telemetry
