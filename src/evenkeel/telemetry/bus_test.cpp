// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Delivery of events.
#include "evenkeel/telemetry/bus.hpp"

#include <stdexcept>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::telemetry {
namespace {

using ::testing::ElementsAre;

TEST(Bus, EverySubscriberGetsEveryEventInOrder) {
  Bus bus;
  std::vector<std::string> seen;
  bus.subscribe([&](const Event& event) { seen.push_back("a" + event.kind); });
  bus.subscribe([&](const Event& event) { seen.push_back("b" + event.kind); });

  bus.publish({.kind = "start"});
  bus.publish({.kind = "finish"});

  EXPECT_THAT(seen, ElementsAre("astart", "bstart", "afinish", "bfinish"));
}

TEST(Bus, WithoutSubscribersNothingHappens) {
  Bus bus;

  EXPECT_NO_THROW(bus.publish({.kind = "start"}));
}

TEST(Bus, ErrorsReachThePublisherAndTheBusGoesOn) {
  Bus bus;
  int calls = 0;
  bus.subscribe([&](const Event&) {
    if (++calls == 1) {
      throw std::runtime_error("disk full");
    }
  });

  EXPECT_THROW(bus.publish({.kind = "step"}), std::runtime_error);
  EXPECT_NO_THROW(bus.publish({.kind = "step"}));
}

TEST(Bus, EventsOfSeveralThreadsComeOneAtATime) {
  Bus bus;
  std::vector<std::int64_t> steps;  // not protected: the bus has to
  bus.subscribe([&](const Event& event) { steps.push_back(event.step); });
  {
    std::vector<std::jthread> threads;
    for (int k = 0; k < 4; ++k) {
      threads.emplace_back([&bus] {
        for (int i = 0; i < 1000; ++i) {
          bus.publish({.step = i, .kind = "sense"});
        }
      });
    }
  }

  EXPECT_EQ(steps.size(), 4000U);
}

}  // namespace
}  // namespace evenkeel::telemetry
