// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What steps take, what new owners cost, and which work counts.
/// ranks: 1 2 3
#include "evenkeel/runtime/rank_sense.hpp"

#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::runtime {
namespace {

class Senses : public ::testing::Test {
 protected:
  Senses() : world_(MPI_COMM_WORLD, &clock_), sense_(make({})) {}

  RankSense make(const SenseOptions& options) {
    return {world_, 1, options, [this](auto kind, auto, auto step) {
              if (kind == telemetry::kind::kMigrate) {
                moved_at_.push_back(step);
              }
            }};
  }

  solver::StepReport step(double seconds, double installing = 0.0) const {
    return {.install_seconds = installing,
            .level_updates = {1000},
            .level_work = {1000.0},
            .level_seconds = {seconds}};
  }

  telemetry::PhaseClock clock_;
  comm::Communicator world_;
  std::vector<std::optional<std::int64_t>> moved_at_;
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

/// 8 s for new levels and 80 MB that one rank takes in, where levels alone take 3.
TEST_F(Senses, MovingTakesWhatNewOwnersTakeBeyondNewLevels) {
  sense_.add(step(1.0));
  sense_.note_decision(false, 0.0, 0);
  sense_.add(step(1.0, 3.0));
  sense_.sense({});
  const double before = sense_.prices().bandwidth;
  sense_.note_decision(true, 0.0, 4);
  clock_.counters().bytes_migrated += 50'000'000;
  clock_.counters().bytes_taken_in += world_.rank() == 0 ? 80'000'000 : 20'000'000;
  sense_.add_install(6.0);
  sense_.add(step(1.0, 2.0));

  sense_.sense({});

  EXPECT_THAT(moved_at_, testing::ElementsAre(4));
  EXPECT_DOUBLE_EQ(sense_.prices().quiet_install_seconds, 3.0);
  EXPECT_DOUBLE_EQ(sense_.prices().bandwidth, std::sqrt(before * 0.8e8 / 5.0));
}

TEST_F(Senses, WhatMovedLastIsToldAtTheEnd) {
  sense_.add(step(1.0));
  sense_.note_decision(true, 0.0, 8);
  clock_.counters().bytes_migrated += 1000;
  sense_.add(step(1.0));
  EXPECT_TRUE(moved_at_.empty());

  sense_.conclude();

  EXPECT_THAT(moved_at_, testing::ElementsAre(8));
}

TEST_F(Senses, ImbalanceIsKnownWithoutARegrid) {
  const solver::StepReport report = step(world_.rank() == 0 ? 3.0 : 1.0);
  sense_.add(report);
  sense_.add(report);

  sense_.conclude();

  const double ranks = world_.size();
  EXPECT_DOUBLE_EQ(sense_.imbalance().most, 3.0 / ((ranks + 2.0) / ranks) - 1.0);
}

TEST_F(Senses, SecondsAreOfUpdatesWhateverSourceTermsCount) {
  EXPECT_TRUE(sense_.seconds_per_update().empty());
  solver::StepReport report = step(2.0);
  report.level_work = {3000.0};
  sense_.add(report);
  sense_.add(report);

  sense_.conclude();

  ASSERT_EQ(sense_.seconds_per_update().size(), 1U);
  EXPECT_DOUBLE_EQ(sense_.seconds_per_update().front(), 2e-3);
}

/// Two steps that count.
void work(RankSense& sense, const solver::StepReport& report) {
  for (int step = 0; step < 3; ++step) {
    sense.add(report);
  }
  sense.sense({});
}

TEST_F(Senses, GoOnWithWhatTheyLearned) {
  work(sense_, step(world_.rank() == 0 ? 4.0 : 1.0));
  RankSense after = make({});
  EXPECT_FALSE(after.knows_speeds());

  after.restore(sense_.memory(), 60);

  ASSERT_TRUE(after.knows_speeds());
  for (std::size_t rank = 0; rank < after.rates().size(); ++rank) {
    EXPECT_EQ(after.rates()[rank].rate, sense_.rates()[rank].rate);
    EXPECT_EQ(after.rates()[rank].error, sense_.rates()[rank].error);
  }
  EXPECT_EQ(after.prices().step_seconds, sense_.prices().step_seconds);
}

TEST_F(Senses, KnowNothingOfOtherRanksButWhatTheyCost) {
  work(sense_, step(1.0));
  SenseMemory memory = sense_.memory();
  memory.prices.evidence = manager::Evidence::kSeen;
  memory.costs = {{1000.0}, {0.5}};
  RankSense elsewhere = make({});
  memory.hosts = "others";
  elsewhere.restore(memory, 60);
  RankSense more = make({});
  memory.hosts = sense_.memory().hosts;
  memory.speeds.resize(static_cast<std::size_t>(world_.size()) + 1);
  more.restore(memory, 60);
  RankSense older = make({});
  older.restore({}, 60);

  for (const RankSense* sense : {&elsewhere, &more}) {
    EXPECT_FALSE(sense->knows_speeds());
    EXPECT_EQ(sense->prices().evidence, manager::Evidence::kSeen);
    EXPECT_EQ(sense->level_cost(), std::vector{0.5});
  }
  EXPECT_EQ(more.prices().step_seconds, 0.0);
  EXPECT_EQ(older.prices().evidence, manager::Evidence::kAssumed);
}

TEST_F(Senses, GoOnWithSharesByAMetric) {
  const auto ranks = static_cast<std::size_t>(world_.size());
  RankSense sense = make({.source = CapacitySource::kMetric, .metric = MetricChoice{"drum_power"}});
  SenseMemory memory = sense.memory();
  memory.shares.assign(ranks, 0.0);
  memory.shares.back() = 1.0;

  sense.restore(memory, 60);

  EXPECT_EQ(machine::capacity_of(sense.rates()), memory.shares);
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
  sense_.note_decision(true, 0.0, 4);
  sense_.add(step(0.5, world_.rank() == 0 ? 4.0 : 1.0));

  sense_.sense({});

  EXPECT_DOUBLE_EQ(sense_.prices().step_seconds, 0.5);
  EXPECT_LT(sense_.prices().rebuild_seconds, 0.1);
}

}  // namespace
}  // namespace evenkeel::runtime
