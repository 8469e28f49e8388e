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

class HostFailures : public ReplayTest {};

TEST_F(HostFailures, ALostHostCostsWhatCameAfterTheCheckpoint) {
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
        [&](const ReplayPart& part, const std::function<void(const Chance&)>& follow) {
          workload::TraceReader trace(path);
          ReplaySetup setup{part.platform, part.places, manager_of("gpa", "none"), pure()};
          setup.options.from = part.from;
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

}  // namespace
}  // namespace evenkeel::simulator
