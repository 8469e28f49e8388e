// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Replays whose times can be worked by hand, one of Li 2005, and what every replay conserves.
#include "evenkeel/simulator/replay.hpp"

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/test_replay.hpp"

namespace evenkeel::simulator {
namespace {

class Replays : public ReplayTest {
 protected:
  /// 12 cells in 1-D for a step; what the kernel counts of the first six adds 2 to their cost of 1.
  std::string half_dear(double price = 1.0) {
    return write(fmt::format(
        R"({{"evenkeel_trace":1,"dim":1,"ratio":2,"base":[12],"max_levels":1,"periodic":[false],)"
        R"("kernel":"k","components":1,"bytes_per_cell":8,"ghost":1,"regrid_interval":10,)"
        R"("source_price":{}}})"
        "\n"
        R"({{"regrid":0,"step":0,"time":0.0,"levels":[[[0,5],[6,11]]],"cost":[[3,1]]}})"
        "\n",
        price));
  }
};

/// Keeps all on one rank and notes of how many units it is told what they held.
class Watching final : public manager::Policy {
 public:
  explicit Watching(std::vector<std::size_t>& seen) : seen_(seen) {}

  manager::Plan decide(const manager::Observation& now, const manager::History& /*past*/,
                       const manager::Methods& /*methods*/) const override {
    seen_.push_back(now.held.size());
    manager::Plan plan;
    plan.owners.assign(now.units.size(), 0);
    plan.capacity = {1.0};
    return plan;
  }

 private:
  std::vector<std::size_t>& seen_;
};

// algorithms.md 2.3.3
TEST_F(Replays, GpaTakes18AndLpa10OnTheOneDimensionalExample) {
  const Platform two = equal_platform(2, 1.0, kIdeal);

  EXPECT_DOUBLE_EQ(play(example(), two, pure(), "gpa").wall, 18.0);
  EXPECT_DOUBLE_EQ(play(example(), two, pure(), "lpa").wall, 10.0);
}

TEST_F(Replays, OneRankTakesTheSumOfItsWork) {
  const ReplayResult result = play(example(), equal_platform(1, 1.0, kIdeal), pure());

  EXPECT_DOUBLE_EQ(result.wall, 20.0);
  EXPECT_DOUBLE_EQ(result.cell_updates(), 20.0);
  EXPECT_DOUBLE_EQ(result.delivered_efficiency(), 1.0);
}

TEST_F(Replays, LevelsWithoutSubstepsAreSteppedOnce) {
  const Platform one = equal_platform(1, 1.0, kIdeal);
  const Platform two = equal_platform(2, 1.0, kIdeal);

  EXPECT_DOUBLE_EQ(play(example(false), one, pure()).wall, 16.0);
  EXPECT_DOUBLE_EQ(play(example(false), two, pure(), "lpa").wall, 8.0);
}

TEST_F(Replays, SharesGivenBySpeedFinishTogether) {
  Platform platform = equal_platform(2, 1.0, kIdeal);
  platform.hosts[1].speed = 3.0;
  const std::string path = line(2);
  ReplayOptions options = pure();
  options.sense.source = Source::kGiven;

  EXPECT_DOUBLE_EQ(play(path, platform, options, "gpa", "static").wall, 6.0);
  EXPECT_DOUBLE_EQ(play(path, platform, options, "gpa", "none").wall, 12.0);
}

TEST_F(Replays, QuotasAreTheFirstShares) {
  Platform platform = equal_platform(2, 4.0, kIdeal);
  platform.hosts[0].quota = 0.25;
  platform.hosts[1].quota = 0.75;

  // 3 cells at 1 flop/s, 9 at 3.
  EXPECT_DOUBLE_EQ(play(line(), platform, pure(), "gpa", "static").wall, 3.0);
}

TEST_F(Replays, GivenSharesAreUsed) {
  ReplayOptions options = pure();
  options.sense.source = Source::kGiven;
  options.sense.given = {0.75, 0.25};

  EXPECT_DOUBLE_EQ(play(line(), equal_platform(2, 1.0, kIdeal), options, "gpa", "static").wall,
                   9.0);
}

TEST_F(Replays, PatchesThatNeedNoMessageAreComputedMeanwhile) {
  const Platform slow = equal_platform(2, 1.0, {.bandwidth = 1e300, .latency = 1.0});
  ReplayOptions options = pure();

  // 2 s for gathering, then messages of 2 s, then 6 cells; or 4 cells meanwhile, and 2.
  options.cost.max_box = 12;
  EXPECT_DOUBLE_EQ(play(line(), slow, options).wall, 10.0);
  options.cost.max_box = 2;
  EXPECT_DOUBLE_EQ(play(line(), slow, options).wall, 8.0);
}

TEST_F(Replays, MessagesAndStepsTakeProcessorsTime) {
  ReplayOptions options = pure();
  options.cost.message_seconds = 1.0;
  options.cost.byte_seconds = 0.125;
  options.cost.step_seconds = 0.5;

  // 6 cells; each rank sends a cell of 8 bytes and receives one.
  EXPECT_DOUBLE_EQ(play(line(), equal_platform(2, 1.0, kIdeal), options).wall,
                   6.0 + 2 * (1.0 + 1.0) + 0.5);
}

TEST_F(Replays, WaitsEndLateByTheNaps) {
  Platform platform = equal_platform(2, 1e4, kIdeal);
  platform.hosts[1].speed = 2e4;
  ReplayOptions options = pure();
  options.cost.reference_speed = 1e4;
  options.cost.seconds_per_update = {1e-4};
  options.cost.reduce = true;
  options.cost.nap = 0.5;

  // Rank 1 waits 3e-4 s for rank 0 and sleeps half of that on; nobody waits for it.
  const ReplayResult result = play(line(), platform, options);
  EXPECT_NEAR(result.tally.now[0], 6e-4, 1e-15);
  EXPECT_NEAR(result.tally.now[1], 7.5e-4, 1e-15);
}

TEST_F(Replays, AStoppedHostMakesAllWait) {
  Platform platform = equal_platform(2, 1.0, kIdeal);
  platform.hosts[1].availability = Profile({{0.0, 1.0}, {2.0, 0.0}, {7.0, 1.0}});

  // LPA: 6 and 2 + 2; host 1 does 2 s, stands for 5, and 4 more.
  const ReplayResult result = play(example(), platform, pure(), "lpa");

  EXPECT_DOUBLE_EQ(result.wall, 15.0);
}

TEST_F(Replays, MemoryThatIsShortCostsTime) {
  Platform platform = equal_platform(1, 1.0, kIdeal);
  platform.hosts[0].memory = 16.0 * 8.0;  // 12 + 4 cells in use, times a factor of 2
  ReplayOptions options = pure();
  options.cost.memory_factor = 2.0;
  options.cost.page_bandwidth = 8.0;

  // Half of the data has no room: each step of level 0 moves 12 cells * 16 B * 1/2 out and in, each
  // of the two of level 1 4 cells.
  EXPECT_DOUBLE_EQ(play(example(), platform, options).wall, 20.0 + (12.0 + 2 * 4.0) * 2.0);
}

TEST_F(Replays, WorkAndGhostsAreConservedWhateverTheMethod) {
  SyntheticTrace made;
  made.base = {32, 16, 16};
  made.steps = 12;
  const std::string path = write(made);
  const Platform one = equal_platform(1, 1e9, {});
  Platform seven = make_platform({.hosts = 7, .spread = 0.5});

  ReplayOptions options;
  const double updates = play(path, one, options).cell_updates();
  for (const std::string method : {"ccp", "lpa", "gmisp_sp", "rcb"}) {
    const ReplayResult result = play(path, seven, options, method, "cost_benefit");
    EXPECT_DOUBLE_EQ(result.cell_updates(), updates) << method;
    EXPECT_EQ(result.steps, 12) << method;
    EXPECT_EQ(result.regrids, 3) << method;
    double capacity = std::accumulate(result.capacity.begin(), result.capacity.end(), 0.0);
    EXPECT_NEAR(capacity, 1.0, 1e-12) << method;
    for (std::size_t rank = 0; rank < 7; ++rank) {
      EXPECT_LE(result.tally.now[rank], result.wall);
    }
  }
}

/// Every interval of a rank is booked on something.
TEST_F(Replays, AllTimeIsAccountedFor) {
  SyntheticTrace made;
  made.base = {32, 16, 16};
  made.steps = 12;
  const ReplayResult result = play(write(made), make_platform({.hosts = 5, .spread = 0.4}),
                                   ReplayOptions(), "ccp", "cost_benefit");

  const Tally& tally = result.tally;
  for (std::size_t rank = 0; rank < tally.ranks(); ++rank) {
    double sum = tally.migrate[rank] + tally.partition[rank] + tally.regrid[rank] +
                 tally.sense[rank] + tally.page[rank];
    for (std::size_t cell = rank * tally.levels; cell < (rank + 1) * tally.levels; ++cell) {
      sum += tally.compute[cell] + tally.ghost[cell] + tally.interlevel[cell] + tally.wait[cell];
    }
    EXPECT_NEAR(sum, tally.now[rank], 1e-9 * result.wall);
  }
}

TEST_F(Replays, MeasuredSharesApproachTheSpeeds) {
  SyntheticTrace made;
  made.base = {64, 16, 16};
  made.steps = 100;
  Platform platform = equal_platform(4, 1e9, {});
  const std::vector<double> speed{0.16, 0.19, 0.31, 0.34};
  for (std::size_t host = 0; host < 4; ++host) {
    platform.hosts[host].speed = 1e9 * speed[host];
  }
  ReplayOptions options;
  options.cost.seconds_per_update = {1e-5};
  const std::string path = write(made);

  const ReplayResult managed = play(path, platform, options, "ccp", "cost_benefit");
  const ReplayResult equal = play(path, platform, options, "ccp", "none");

  for (std::size_t host = 0; host < 4; ++host) {
    EXPECT_NEAR(managed.capacity[host], speed[host], 0.01);
  }
  // The ideal is 1 - 4 * 0.16 = 0.36; ranks that wait on every level lose some of it.
  EXPECT_GT((equal.wall - managed.wall) / equal.wall, 0.2);
  EXPECT_GT(managed.delivered_efficiency(), 0.8);
}

/// As with 1280 ranks and steps of a millisecond: looking for new owners takes longer than all that
/// they could save until the next chance, so nobody looks.
TEST_F(Replays, NobodyLooksForOwnersWhereThatTakesLongerThanTheySave) {
  SyntheticTrace made;
  made.base = {64, 16, 16};
  made.steps = 40;
  const std::string path = write(made);
  const Platform platform = make_platform({.hosts = 8, .spread = 0.5});
  ReplayOptions options;
  const ReplayResult cheap = play(path, platform, options, "ccp", "cost_benefit");

  options.cost.partition_per_rank = cheap.wall;
  const ReplayResult dear = play(path, platform, options, "ccp", "cost_benefit");

  EXPECT_GT(cheap.repartitions, 5);
  EXPECT_EQ(dear.repartitions, 0);
}

/// Shares are the quotas, and so equal, until the second step has shown speeds.
TEST_F(Replays, SpeedsAreFollowedAsSoonAsTheyAreKnown) {
  Platform platform = equal_platform(2, 1.0, kIdeal);
  platform.hosts[1].speed = 3.0;
  const std::string path = line(10);

  const ReplayResult result = play(path, platform, pure(), "gpa", "cost_benefit");

  // 6 cells on the slow host twice, then 3 and 9.
  EXPECT_DOUBLE_EQ(result.wall, 2 * 6.0 + 8 * 3.0);
  EXPECT_EQ(result.regrids, 1);
  EXPECT_EQ(result.repartitions, 1);
}

/// What the first regrid takes is no price of moving: 120 s, of which 8 steps would save 24.
TEST_F(Replays, TheFirstRegridTellsNothingOfMoving) {
  Platform platform = equal_platform(2, 1.0, kIdeal);
  platform.hosts[1].speed = 3.0;
  ReplayOptions options = pure();
  options.cost.regrid_per_cell = 20.0;

  const ReplayResult result = play(line(10), platform, options, "gpa", "cost_benefit");

  EXPECT_DOUBLE_EQ(result.wall, 6 * 20.0 + 2 * 6.0 + 8 * 3.0);
  EXPECT_EQ(result.repartitions, 1);
}

TEST_F(Replays, WhatUnitsHeldIsOfTheSameUnitsOrNotTold) {
  const Platform one = equal_platform(1, 1.0, kIdeal);
  workload::TraceReader trace(line(1, {"[6,11]", "[6,11]", "[0,11]", "[3,8]"}));
  std::vector<std::size_t> seen;
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  manager::Manager manager(manager::make_methods(partitioners, "gpa"),
                           std::make_unique<Watching>(seen));
  replay(trace, {one, place_ranks(one, 1), std::move(manager), pure()}, *backends_.make("phase"));

  EXPECT_THAT(seen, testing::ElementsAre(0, 6, 0, 0));
}

TEST_F(Replays, CellsTakeWhatTheyCost) {
  const Platform one = equal_platform(1, 1.0, kIdeal);

  EXPECT_DOUBLE_EQ(play(half_dear(), one, pure()).wall, 10 * (6 * 3.0 + 6 * 1.0));
  EXPECT_DOUBLE_EQ(play(half_dear(0.5), one, pure()).wall, 10 * (6 * 2.0 + 6 * 1.0));
  EXPECT_DOUBLE_EQ(play(half_dear(), one, pure()).cell_updates(), 120.0);
  EXPECT_DOUBLE_EQ(play(half_dear(), one, pure()).work, 240.0);
}

TEST_F(Replays, OwnersAreFoundByWhatCellsCost) {
  const Platform two = equal_platform(2, 1.0, kIdeal);
  ReplayOptions blind = pure();
  blind.cell_costs = false;

  const ReplayResult by_cost = play(half_dear(), two, pure());
  const ReplayResult by_cells = play(half_dear(), two, blind);

  EXPECT_DOUBLE_EQ(by_cost.wall, 10 * 12.0);  // 4 dear ones; 2 of them and the other 6
  EXPECT_THAT(by_cost.updates, testing::ElementsAre(40.0, 80.0));
  EXPECT_DOUBLE_EQ(by_cells.wall, 10 * 18.0);
  EXPECT_THAT(by_cells.updates, testing::ElementsAre(60.0, 60.0));
}

/// As at the start of a run, where nothing has been counted yet.
TEST_F(Replays, ARegridWithoutCostsTakesThoseOfTheNext) {
  const std::string path = half_dear();
  std::string text = read_file(path);
  const std::size_t cost = text.find(",\"cost\"");
  const std::string second = text.substr(text.find("{\"regrid\":0"));
  text.erase(cost, text.rfind('}') - cost);
  text += second;
  text.replace(text.rfind("\"step\":0"), 8, "\"step\":1");

  // A step of cells that cost 2 in the mean, then ten of those that cost 3 and 1.
  EXPECT_DOUBLE_EQ(play(write(text), equal_platform(1, 1.0, kIdeal), pure()).wall, 11 * 24.0);
}

/// What is dear does not make its rank look slow.
TEST_F(Replays, SensesSeeWorkAndNotCells) {
  const Platform two = equal_platform(2, 1.0, kIdeal);

  const ReplayResult result = play(half_dear(), two, pure(), "gpa", "cost_benefit");

  EXPECT_THAT(result.capacity, testing::ElementsAre(0.5, 0.5));
  EXPECT_DOUBLE_EQ(result.wall, 10 * 12.0);
}

TEST_F(Replays, ATraceWithoutRegridsIsRejected) {
  const std::string path = write(
      "{\"evenkeel_trace\":1,\"dim\":1,\"ratio\":2,\"base\":[12],\"max_levels\":1,"
      "\"periodic\":[false],\"kernel\":\"k\",\"components\":1,\"bytes_per_cell\":8,\"ghost\":1,"
      "\"regrid_interval\":2}\n");

  EXPECT_THROW(play(path, equal_platform(1, 1.0, kIdeal), pure()), InputError);
}

TEST_F(Replays, AHostThatStopsForEverIsNamed) {
  Platform platform = equal_platform(1, 1.0, kIdeal);
  platform.hosts[0].availability = Profile({{0.0, 1.0}, {5.0, 0.0}});

  EXPECT_THAT([&] { play(example(), platform, pure()); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("stands still from 0 s on")));
}

}  // namespace
}  // namespace evenkeel::simulator
