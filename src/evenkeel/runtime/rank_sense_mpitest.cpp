// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What steps take, what new owners cost, and which work counts.
/// ranks: 1 2 3
#include "evenkeel/runtime/rank_sense.hpp"

#include <cmath>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace evenkeel::runtime {
namespace {

class Senses : public ::testing::Test {
 protected:
  Senses() : world_(MPI_COMM_WORLD, &clock_), sense_(world_, 1, {}, [](auto, auto) {}) {}

  solver::StepReport step(double seconds, double installing = 0.0) const {
    return {.install_seconds = installing,
            .level_updates = {1000},
            .level_work = {1000.0},
            .level_seconds = {seconds}};
  }

  telemetry::PhaseClock clock_;
  comm::Communicator world_;
  RankSense sense_;
};

TEST_F(Senses, FirstStepDoesNotCount) {
  sense_.add(step(100.0));
  EXPECT_FALSE(sense_.has_work());
  sense_.add(step(1.0));

  sense_.sense({});

  ASSERT_TRUE(sense_.knows_speeds());
  EXPECT_DOUBLE_EQ(sense_.rates().front().rate, 1000.0);
  EXPECT_DOUBLE_EQ(sense_.prices().step_seconds, 1.0);
}

/// 8 s for 100 MB and new levels, where levels alone take 3 s.
TEST_F(Senses, MovingTakesWhatNewOwnersTakeBeyondNewLevels) {
  sense_.add(step(1.0));
  sense_.note_decision(false, 0.0);
  sense_.add(step(1.0, 3.0));
  sense_.sense({});
  const double before = sense_.prices().bandwidth;
  sense_.note_decision(true, 0.0);
  clock_.counters().bytes_migrated += world_.rank() == 0 ? 100'000'000 : 0;
  sense_.add_install(6.0);
  sense_.add(step(1.0, 2.0));

  sense_.sense({});

  EXPECT_DOUBLE_EQ(sense_.prices().quiet_install_seconds, 3.0);
  EXPECT_DOUBLE_EQ(sense_.prices().bandwidth, std::sqrt(before * 1e8 / 5.0));
}

TEST_F(Senses, HostsThatTheMachineFileDoesNotNameAreKnown) {
  const std::string path =
      testing::TempDir() + "runtime_sense_" + std::to_string(getpid()) + ".xml";
  std::ofstream(path) << R"(<machinemodel><node type="SINGLE_COMPUTING" nodenum="0" parent="-1"
    name="of another machine" benchmark="5"/></machinemodel>)";

  const LiveFacts strangers(world_, {.has_sensors = false, .machine_file = path});
  const LiveFacts alone(world_, {.has_sensors = false});

  EXPECT_EQ(strangers.unnamed().size(), static_cast<std::size_t>(world_.size()));
  EXPECT_TRUE(alone.unnamed().empty());
  std::remove(path.c_str());
}

TEST_F(Senses, WaitingForDataIsMovingAndNoStep) {
  sense_.add(step(1.0));
  sense_.note_decision(true, 0.0);
  sense_.add(step(0.5, world_.rank() == 0 ? 4.0 : 1.0));

  sense_.sense({});

  EXPECT_DOUBLE_EQ(sense_.prices().step_seconds, 0.5);
  EXPECT_LT(sense_.prices().rebuild_seconds, 0.1);
}

}  // namespace
}  // namespace evenkeel::runtime
