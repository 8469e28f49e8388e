// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A lost host by hand.
#include "evenkeel/simulator/host_failure.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/simulator/test_replay.hpp"

namespace evenkeel::simulator {
namespace {

class HostFailures : public ReplayTest {
 protected:
  /// Replays what write() wrote last, with two hosts.
  ReplayResult lose(const Platform& two, const HostFailure& failure, const std::string& policy) {
    return replay_with_failure(
        two, place_ranks(two, 2), failure,
        [&](const ReplayPart& part, const std::function<void(const Chance&)>& follow) {
          workload::TraceReader trace((folder_ / "trace.ndjson").string());
          ReplaySetup setup{part.platform, part.places, manager_of("gpa", policy), pure()};
          setup.options.from = part.from;
          setup.follow = follow;
          return replay(trace, std::move(setup), *backends_.make("phase"));
        });
  }
};

TEST_F(HostFailures, ALostHostCostsWhatCameAfterTheCheckpoint) {
  line(1, std::vector<std::string>(4, "[0,11]"));
  const auto lost = [&](double time, std::int64_t interval) {
    return lose(equal_platform(2, 1.0, kIdeal),
                {.host = 1, .time = time, .interval = interval, .restart = 5.0}, "none");
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

/// Owners change at 12 s, after the second step; the regrid after the fourth comes at 18 s.
TEST_F(HostFailures, DecisionsBetweenRegridsAreNoCheckpoints) {
  line(4, std::vector<std::string>(2, "[0,11]"));
  Platform two = equal_platform(2, 1.0, kIdeal);
  two.hosts[1].speed = 3.0;

  const ReplayResult early = lose(two, {.host = 0, .time = 14.0, .interval = 2}, "cost_benefit");
  EXPECT_EQ(early.steps, 8);
  EXPECT_DOUBLE_EQ(early.wall, 8 * 4.0);
  EXPECT_DOUBLE_EQ(early.lost, 14.0 + 30.0);
  const ReplayResult late = lose(two, {.host = 0, .time = 19.0, .interval = 2}, "cost_benefit");
  EXPECT_EQ(late.steps, 8);
  EXPECT_DOUBLE_EQ(late.lost, 1.0 + 30.0);
}

}  // namespace
}  // namespace evenkeel::simulator
