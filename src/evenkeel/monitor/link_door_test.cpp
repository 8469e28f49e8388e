// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two sensors, one token.
#include "evenkeel/monitor/link_door.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/monitor/line.hpp"

namespace evenkeel::monitor {
namespace {

class Door : public testing::Test {
 protected:
  Door() {
    for (int member = 0; member < 2; ++member) {
      ends_.push_back(parse_endpoint(open_endpoint({.address = 0x7f000001}), 0));
    }
    first_ = LinkDoor::at(ends_, 0, 1000.0);
    second_ = LinkDoor::at(ends_, 1, 1000.0);
    first_->enter(&latency_);
    first_->enter(&bandwidth_);
    second_->enter(&peer_);
    second_->may_probe(&peer_);  // has been asked: it knows of the clique
  }

  /// The token comes by another thread.
  bool comes_back() {
    if (second_->may_probe(&peer_)) {
      second_->hand_on(1.0);
    }
    return first_->may_probe(&latency_) || first_->may_probe(&bandwidth_);
  }

  std::vector<Endpoint> ends_;
  std::shared_ptr<LinkDoor> first_;
  std::shared_ptr<LinkDoor> second_;
  int latency_ = 0;
  int bandwidth_ = 0;
  int peer_ = 0;
};

TEST_F(Door, IsOneForAllSensorsOfAnAddress) {
  EXPECT_EQ(LinkDoor::at(ends_, 0, 1000.0), first_);
  EXPECT_NE(first_, second_);
}

TEST_F(Door, LetsItsSensorsProbeInTurns) {
  EXPECT_TRUE(first_->may_probe(&latency_));
  EXPECT_FALSE(first_->may_probe(&bandwidth_));
  first_->hand_on(1.0);
  EXPECT_FALSE(first_->may_probe(&bandwidth_));  // gone
  const double end = wall_seconds() + 10.0;
  while (!comes_back() && wall_seconds() < end) {
    std::this_thread::yield();
  }

  EXPECT_TRUE(first_->may_probe(&bandwidth_));
  EXPECT_FALSE(first_->may_probe(&latency_));
}

TEST_F(Door, LeavesTheTurnToThoseWhoAreThere) {
  first_->leave(&latency_);

  EXPECT_TRUE(first_->may_probe(&bandwidth_));
}

}  // namespace
}  // namespace evenkeel::monitor
