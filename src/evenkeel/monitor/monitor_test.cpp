// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The thread: what is known once it has stopped, and that there is but one at a time.
#include "evenkeel/monitor/monitor.hpp"

#include <algorithm>
#include <atomic>
#include <functional>

#include <gtest/gtest.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

struct Traffic {
  std::atomic<bool> is_held = false;
  std::atomic<int> inside = 0;
  std::atomic<int> most_inside = 0;
  std::atomic<int> looks = 0;
};

/// Stays in a look for as long as it is held there.
class Held final : public Sensor {
 public:
  explicit Held(Traffic& traffic) : traffic_(traffic) {}

  void aim(const Target&) override {}
  void read(std::size_t, double, std::vector<Reading>& readings) override {
    traffic_.most_inside = std::max(traffic_.most_inside.load(), ++traffic_.inside);
    while (traffic_.is_held) {
      nap(0.01);
    }
    --traffic_.inside;
    ++traffic_.looks;
    readings.push_back({"speed", "m/s", 4.0});
  }
  bool is_local() const override { return false; }  // asked whatever the budget is

 private:
  Traffic& traffic_;
};

void await(const std::function<bool()>& is_so) {
  const double end = wall_seconds() + 20.0;
  while (!is_so() && wall_seconds() < end) {
    nap(0.01);
  }
  EXPECT_TRUE(is_so());
}

TEST(Monitor, KnowsWhatItKnewWhenItWasStopped) {
  Traffic traffic;
  Monitor monitor({.interval = 0.02, .grace = 0.05});
  monitor.add("a", std::make_unique<Held>(traffic));
  monitor.start();
  await([&] { return !monitor.view().empty(); });
  monitor.stop();
  nap(0.5);

  EXPECT_EQ(monitor.view().front().value, 4.0);
  EXPECT_GT(monitor.view().front().age, 0.4);
}

TEST(Monitor, GoesOnOnceALookThatHungHasEnded) {
  Traffic traffic;
  traffic.is_held = true;
  Monitor monitor({.interval = 0.02, .budget = 1.0});
  monitor.add("a", std::make_unique<Held>(traffic));
  monitor.start();
  await([&] { return traffic.inside == 1; });
  monitor.stop();
  monitor.start();
  nap(0.2);
  traffic.is_held = false;
  await([&] { return traffic.looks >= 3; });
  monitor.stop();

  EXPECT_EQ(traffic.most_inside, 1);
}

}  // namespace
}  // namespace evenkeel::monitor
