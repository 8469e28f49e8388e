// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The back ends beside each other.
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evenkeel/simulator/forked.hpp"
#include "evenkeel/simulator/test_replay.hpp"

namespace evenkeel::simulator {
namespace {

class BackEnds : public ReplayTest {
 protected:
  /// Clocks of all ranks, then how long each waited on level 0. SimGrid knows one engine per
  /// process.
  std::vector<double> clocks_by_s4u(const std::string& path, const Platform& platform,
                                    const std::string& policy, const std::string& method) {
    std::vector<double> clocks;
    run_forked(
        1, 1,
        [&](std::size_t) {
          const Tally tally = play(path, platform, {}, method, policy, "s4u").tally;
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
};

/// Every pair of hosts has a link of its own, so that no message shares one.
TEST_F(BackEnds, AgreeOnPrivateLinks) {
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
  platform.hosts[1].availability = Profile({{0.15, 0.5}, {0.4, 0.9}});
  platform.hosts[2].availability = Profile({{0.0, 1.0}, {0.1, 0.4}, {0.5, 0.8}});
  platform.hosts[4].availability = Profile({{0.0, 1.0}, {0.2, 0.0}, {0.3, 1.0}});
  platform.hosts[5].quota = 0.4;
  platform.hosts[5].quota_period = 0.01;
  const std::string path = write(made);

  const ReplayResult phase = play(path, platform, {}, "lpa", "cost_benefit", "phase");
  const std::vector<double> s4u = clocks_by_s4u(path, platform, "cost_benefit", "lpa");

  ASSERT_EQ(s4u.size(), 12U);
  for (std::size_t rank = 0; rank < 6; ++rank) {
    EXPECT_NEAR(s4u[rank], phase.tally.now[rank], 1e-9 * phase.wall);
    EXPECT_NEAR(s4u[6 + rank], phase.tally.wait[3 * rank], 1e-8 * phase.wall);
  }
}

/// On a shared link too, with shares that stay and slabs of all levels: no rank has two messages on
/// their way at a time.
TEST_F(BackEnds, AgreeOnTwoHosts) {
  if (!backends_.entries().contains("s4u")) {
    GTEST_SKIP() << "built without SimGrid";
  }
  SyntheticTrace made;
  made.base = {32, 16, 16};
  made.steps = 12;
  const Platform two = make_platform({.hosts = 2, .spread = 0.5});
  const std::string path = write(made);

  const ReplayResult phase = play(path, two, {}, "ccp", "static", "phase");
  const std::vector<double> s4u = clocks_by_s4u(path, two, "static", "ccp");

  ASSERT_EQ(s4u.size(), 4U);
  EXPECT_NEAR(s4u[0], phase.tally.now[0], 1e-9 * phase.wall);
  EXPECT_NEAR(s4u[1], phase.tally.now[1], 1e-9 * phase.wall);
}

/// Clocks of two ranks after 10 bytes one way and 2 the other, and then one each way, over links of
/// a byte a second. The first of the two sends again while its 10 bytes are still on their way.
std::vector<double> clocks_of_overtaking(Backend& backend) {
  const Platform two = equal_platform(2, 1.0, {.bandwidth = 1.0, .latency = 0.25});
  const Link way = two.route(0, 1);
  const Op meet{.kind = Op::Kind::kTogether, .cost = Cost::kSense, .amount = {0.0}};
  const Op large{.kind = Op::Kind::kExchange,
                 .cost = Cost::kMigrate,
                 .exchange = {{{0, 1, 10.0, way.seconds(10.0)}, {1, 0, 2.0, way.seconds(2.0)}}, 2}};
  const Op small{.kind = Op::Kind::kExchange,
                 .cost = Cost::kGhost,
                 .exchange = {{{0, 1, 1.0, way.seconds(1.0)}, {1, 0, 1.0, way.seconds(1.0)}}, 2}};
  const Segment before{&meet, &large};
  const Segment step{&small};
  Tally tally(2, 1);
  bool asked = false;
  backend.play(
      two, place_ranks(two, 2),
      [&](const Tally&) {
        return std::exchange(asked, true) ? Stretch{} : Stretch{&before, &step, 1};
      },
      tally);
  return tally.now;
}

/// Where they part: a message waits in s4u until the one before it has left its rank's card, which
/// the recurrence does not know. Both do as they say, by hand.
TEST_F(BackEnds, PartWhereAMessageFollowsAnotherThatIsStillOnItsWay) {
  if (!backends_.entries().contains("s4u")) {
    GTEST_SKIP() << "built without SimGrid";
  }
  std::vector<double> s4u(2);
  run_forked(
      1, 1,
      [&](std::size_t) {
        const std::vector<double> now = clocks_of_overtaking(*backends_.make("s4u"));
        return fmt::format("{:.17g} {:.17g}", now[0], now[1]);
      },
      [&](std::size_t, const std::string& text) { std::istringstream(text) >> s4u[0] >> s4u[1]; });
  const std::vector<double> phase = clocks_of_overtaking(*backends_.make("phase"));

  // Rank 0 has its 2 bytes at 2.5 and sends on; rank 1 its 10 at 10.5, and answers then.
  EXPECT_NEAR(phase[0], 10.5 + 1.5, 1e-12);
  EXPECT_NEAR(phase[1], 10.5, 1e-12);  // what was sent at 2.5 came at 4
  EXPECT_NEAR(s4u[0], 10.5 + 1.5, 1e-9);
  EXPECT_NEAR(s4u[1], 10.0 + 1.5, 1e-9);  // it left the card at 10
}

}  // namespace
}  // namespace evenkeel::simulator
