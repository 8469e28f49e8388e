// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One at a time, also after losses.
#include "evenkeel/monitor/clique.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace evenkeel::monitor {
namespace {

int holders(std::vector<Clique>& members, double now) {
  return std::accumulate(members.begin(), members.end(), 0, [now](int sum, Clique& member) {
    return sum + (member.may_probe(now) ? 1 : 0);
  });
}

std::vector<Clique> clique_of(std::size_t count) {
  std::vector<Clique> members;
  for (std::size_t n = 0; n < count; ++n) {
    members.emplace_back(count, n, 10.0);
  }
  return members;
}

void pass(Clique& from, Clique& to, double now) {
  to.receive(from.next_number(), now);
  from.passed(now);
}

TEST(Clique, LetsOneAtATimeProbe) {
  std::vector<Clique> members = clique_of(3);
  std::size_t holder = 0;
  for (int round = 0; round < 10; ++round) {
    const double now = round;
    ASSERT_EQ(holders(members, now), 1);
    ASSERT_TRUE(members[holder].may_probe(now));
    const std::size_t next = members[holder].successor(0);
    pass(members[holder], members[next], now);
    holder = next;
  }
  EXPECT_EQ(holder, 1U);  // 10 passes round a ring of three
}

TEST(Clique, MakesOneNewTokenWhenTheHolderIsLost) {
  std::vector<Clique> members = clique_of(3);
  holders(members, 0.0);
  pass(members[0], members[1], 1.0);
  std::vector<Clique> rest{members[0], members[2]};  // 1 is gone with the token

  EXPECT_EQ(holders(rest, 10.0), 0);
  EXPECT_EQ(holders(rest, 12.0), 1);
  EXPECT_TRUE(rest[0].may_probe(12.0));
}

TEST(Clique, DropsTheTokenThatCameBackFromTheDead) {
  Clique first(2, 0, 10.0);
  Clique second(2, 1, 10.0);
  first.may_probe(0.0);
  second.may_probe(0.0);
  pass(first, second, 0.0);  // and second is stopped
  ASSERT_TRUE(first.may_probe(11.0));
  const auto newer = first.next_number();
  first.passed(11.0);
  second.receive(newer, 11.0);  // second goes on, with the new number

  first.receive(2, 12.0);  // the old token

  EXPECT_FALSE(first.may_probe(12.0));
  EXPECT_TRUE(second.may_probe(12.0));
}

}  // namespace
}  // namespace evenkeel::monitor
