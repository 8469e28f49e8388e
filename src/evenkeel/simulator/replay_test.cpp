// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Replays whose times can be worked by hand, and what every replay conserves.
#include "evenkeel/simulator/replay.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/forked.hpp"
#include "evenkeel/simulator/host_failure.hpp"
#include "evenkeel/simulator/synthetic.hpp"

namespace evenkeel::simulator {
namespace {

constexpr Link kIdeal{.bandwidth = 1e300, .latency = 0.0};

manager::Manager manager_of(const std::string& method, const std::string& policy) {
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<manager::Policy> policies;
  manager::register_builtin(policies);
  return {manager::make_methods(partitioners, method), policies.make(policy)};
}

/// Nothing costs anything but computing, a second an update.
ReplayOptions pure() {
  ReplayOptions options;
  options.granularity = 1;
  options.cost.seconds_per_update = {1.0};
  options.cost.reference_speed = 1.0;
  options.cost.reduce = false;
  options.cost.gather_bytes = 0.0;
  options.cost.partition_per_unit = 0.0;
  options.cost.partition_per_rank = 0.0;
  options.cost.nap = 0.0;
  return options;
}

class Replays : public testing::Test {
 protected:
  Replays() {
    register_builtin(backends_);
    std::filesystem::create_directories(folder_);
  }
  ~Replays() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& text) {
    write_file(folder_ / "trace.ndjson", std::string_view(text));
    return (folder_ / "trace.ndjson").string();
  }

  std::string write(const SyntheticTrace& made) {
    const std::string path = (folder_ / "made.ndjson").string();
    workload::TraceWriter file(path, header_of(made), OpenMode::kReplace);
    for (std::int64_t regrid = 0; regrid * made.regrid_interval < made.steps; ++regrid) {
      file.write(regrid_of(made, regrid));
    }
    return path;
  }

  /// 12 cells in 1-D, the first two refined once: the example of Li 2005, figures 4.7 and 4.8.
  std::string example() {
    return write(
        "{\"evenkeel_trace\":1,\"dim\":1,\"ratio\":2,\"base\":[12],\"max_levels\":2,"
        "\"periodic\":[false],\"kernel\":\"k\",\"components\":1,\"bytes_per_cell\":8,\"ghost\":1,"
        "\"regrid_interval\":1}\n"
        "{\"regrid\":0,\"step\":0,\"time\":0.0,\"levels\":[[[0,11]],[[0,3]]]}\n");
  }

  /// 12 cells in 1-D, one level, one step.
  std::string line() {
    return write(
        "{\"evenkeel_trace\":1,\"dim\":1,\"ratio\":2,\"base\":[12],\"max_levels\":1,"
        "\"periodic\":[false],\"kernel\":\"k\",\"components\":1,\"bytes_per_cell\":8,"
        "\"ghost\":1,\"regrid_interval\":1}\n"
        "{\"regrid\":0,\"step\":0,\"time\":0.0,\"levels\":[[[0,11]]]}\n");
  }

  ReplayResult play(const std::string& path, const Platform& platform, const ReplayOptions& options,
                    const std::string& method = "gpa", const std::string& policy = "none",
                    const std::string& backend = "phase") {
    workload::TraceReader trace(path);
    ReplaySetup setup{platform, place_ranks(platform, platform.hosts.size()),
                      manager_of(method, policy), options};
    setup.options.cost.ratio = trace.header().ratio;
    setup.options.cost.ghost = trace.header().ghost;
    setup.options.cost.bytes_per_cell = trace.header().bytes_per_cell;
    return replay(trace, std::move(setup), *backends_.make(backend));
  }

  /// Clocks of all ranks, then how long each waited on level 0. SimGrid knows one engine per
  /// process.
  std::vector<double> clocks_by_s4u(const std::string& path, const Platform& platform,
                                    const std::string& policy = "cost_benefit") {
    std::vector<double> clocks;
    run_forked(
        1, 1,
        [&](std::size_t) {
          const Tally tally = play(path, platform, {}, "lpa", policy, "s4u").tally;
          std::string text;
          for (const double now : tally.now) {
            text += fmt::format("{:.17g} ", now);
          }
          for (std::size_t rank = 0; rank < tally.ranks(); ++rank) {
            text += fmt::format("{:.17g} ", tally.wait[rank * tally.levels]);
          }
          return text;
        },
        [&](std::size_t, const std::string& text) {
          std::istringstream numbers(text);
          for (double number = 0.0; numbers >> number;) {
            clocks.push_back(number);
          }
        });
    return clocks;
  }

  Registry<Backend> backends_;
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
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

TEST_F(Replays, SharesGivenBySpeedFinishTogether) {
  Platform platform = equal_platform(2, 1.0, kIdeal);
  platform.hosts[1].speed = 3.0;
  const std::string path = write(
      "{\"evenkeel_trace\":1,\"dim\":1,\"ratio\":2,\"base\":[12],\"max_levels\":1,"
      "\"periodic\":[false],\"kernel\":\"k\",\"components\":1,\"bytes_per_cell\":8,\"ghost\":1,"
      "\"regrid_interval\":2}\n"
      "{\"regrid\":0,\"step\":0,\"time\":0.0,\"levels\":[[[0,11]]]}\n");
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
  platform.hosts[1].availability = Profile().stopped(2.0, 7.0);

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

/// Every pair of hosts has a link of its own, so that no message shares one.
TEST_F(Replays, BackEndsAgreeOnPrivateLinks) {
  if (!backends_.entries().contains("s4u")) {
    GTEST_SKIP() << "built without SimGrid";
  }
  SyntheticTrace made;
  made.base = {32, 16, 16};
  made.steps = 12;
  Platform platform = make_platform({.hosts = 6, .spread = 0.5});
  for (std::size_t a = 0; a < 6; ++a) {
    for (std::size_t b = 0; b < 6; ++b) {
      if (a != b) {
        platform.direct[{a, b}] = {.bandwidth = 1e8 + 1e6 * static_cast<double>(a + 2 * b),
                                   .latency = 2e-5 * static_cast<double>(1 + a + b)};
      }
    }
  }
  platform.hosts[2].availability = Profile({{0.0, 1.0}, {0.1, 0.4}, {0.5, 0.8}});
  platform.hosts[4].availability = Profile().stopped(0.2, 0.3);
  platform.hosts[5].quota = 0.4;
  platform.hosts[5].quota_period = 0.01;
  const std::string path = write(made);

  const ReplayResult phase = play(path, platform, {}, "lpa", "cost_benefit", "phase");
  const std::vector<double> s4u = clocks_by_s4u(path, platform);

  ASSERT_EQ(s4u.size(), 12U);
  for (std::size_t rank = 0; rank < 6; ++rank) {
    EXPECT_NEAR(s4u[rank], phase.tally.now[rank], 1e-9 * phase.wall);
    EXPECT_NEAR(s4u[6 + rank], phase.tally.wait[3 * rank], 1e-8 * phase.wall);
  }
}

/// On a shared link too, with shares that stay: what moves both ways when they change
/// shares the link in s4u alone.
TEST_F(Replays, BackEndsAgreeOnTwoHosts) {
  if (!backends_.entries().contains("s4u")) {
    GTEST_SKIP() << "built without SimGrid";
  }
  SyntheticTrace made;
  made.base = {32, 16, 16};
  made.steps = 12;
  const Platform two = make_platform({.hosts = 2, .spread = 0.5});
  const std::string path = write(made);

  const ReplayResult phase = play(path, two, {}, "lpa", "static", "phase");
  const std::vector<double> s4u = clocks_by_s4u(path, two, "static");

  ASSERT_EQ(s4u.size(), 4U);
  EXPECT_NEAR(s4u[0], phase.tally.now[0], 1e-9 * phase.wall);
  EXPECT_NEAR(s4u[1], phase.tally.now[1], 1e-9 * phase.wall);
}

TEST_F(Replays, ALostHostCostsWhatCameAfterTheCheckpoint) {
  std::string text =
      "{\"evenkeel_trace\":1,\"dim\":1,\"ratio\":2,\"base\":[12],\"max_levels\":1,"
      "\"periodic\":[false],\"kernel\":\"k\",\"components\":1,\"bytes_per_cell\":8,"
      "\"ghost\":1,\"regrid_interval\":1}\n";
  for (int step = 0; step < 4; ++step) {
    const std::string number = std::to_string(step);
    text +=
        "{\"regrid\":" + number + ",\"step\":" + number + ",\"time\":0,\"levels\":[[[0,11]]]}\n";
  }
  const std::string path = write(text);
  const Platform two = equal_platform(2, 1.0, kIdeal);
  const auto lost = [&](double time, std::int64_t interval) {
    return replay_with_failure(
        two, place_ranks(two, 2), {.host = 1, .time = time, .interval = interval, .restart = 5.0},
        [&](const Platform& on, const std::vector<Place>& places, std::int64_t from,
            const std::function<void(const Chance&)>& follow) {
          workload::TraceReader trace(path);
          ReplaySetup setup{on, places, manager_of("gpa", "none"), pure()};
          setup.options.from = from;
          setup.follow = follow;
          return replay(trace, std::move(setup), *backends_.make("phase"));
        });
  };

  // A step takes 6 s, alone 12: two are done and saved at 12 s, two more follow from 19 s on.
  const ReplayResult saved = lost(14.0, 2);
  EXPECT_DOUBLE_EQ(saved.before + saved.wall, 19.0 + 2 * 12.0);
  EXPECT_DOUBLE_EQ(saved.lost, 7.0);
  EXPECT_EQ(saved.steps, 4);
  // With one checkpoint in 3 steps all is to be done again.
  const ReplayResult again = lost(14.0, 3);
  EXPECT_DOUBLE_EQ(again.before + again.wall, 19.0 + 4 * 12.0);
  // It had ended.
  EXPECT_DOUBLE_EQ(lost(25.0, 2).lost, 0.0);
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

TEST(MovedBoxes, AreIntersectionsOfOldAndNew) {
  using geometry::Box;
  const Dealt<1> before{{{Box<1>{{0}, {6}}, 0}, {Box<1>{{6}, {12}}, 1}}};
  const Dealt<1> after{{{Box<1>{{0}, {4}}, 0}, {Box<1>{{4}, {12}}, 1}}};

  EXPECT_THAT(moved<1>(before, after), testing::ElementsAre(partition::Link{0, 1, 1.0, 2.0}));
}

TEST(SyntheticTraces, AreNestedAndDisjointAndFollowTheirFeature) {
  for (const Feature feature : {Feature::kFront, Feature::kShell, Feature::kSpots}) {
    SyntheticTrace made;
    made.feature = feature;
    made.base = {64, 32, 32};
    const workload::TraceRegrid first = regrid_of(made, 1);

    ASSERT_EQ(first.levels.size(), 3U);
    EXPECT_TRUE(geometry::disjoint<3>(first.levels[2]));
    geometry::BoxList<3> below;
    for (const auto& box : first.levels[1]) {
      below.push_back(box.refine(2));
    }
    EXPECT_TRUE(geometry::difference<3>(first.levels[2], below).empty());
    EXPECT_NE(first.levels, regrid_of(made, 20).levels);
  }
}

}  // namespace
}  // namespace evenkeel::simulator
