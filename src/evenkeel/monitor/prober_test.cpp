// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// When sensors are asked, and what becomes of what they say.
#include "evenkeel/monitor/prober.hpp"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

/// Says what a test wants.
class Scripted final : public Sensor {
 public:
  explicit Scripted(std::function<Reading()> says, bool local = true)
      : says_(std::move(says)), is_local_(local) {}

  void aim(const Target&) override {}
  void read(std::size_t, double, std::vector<Reading>& readings) override {
    readings.push_back(says_());
  }
  bool is_local() const override { return is_local_; }
  bool has_looked() const override { return has_looked_; }

  double asked_for() const override { return asked_for_; }

  void wait() { has_looked_ = false; }
  void ask_for(double seconds) { asked_for_ = seconds; }

 private:
  std::function<Reading()> says_;
  bool is_local_;
  bool has_looked_ = true;
  double asked_for_ = 0.0;
};

double no_time() {
  return 0.0;
}

Reading speed(double value) {
  return {"speed", "m/s", value, 0.0, 100.0};
}

/// Looks whenever one is due from 0 to \p end [s]; how many came.
int count_looks(Prober& prober, double end) {
  for (double now = 0.0; now < end; now = prober.next_due()) {
    prober.probe_due(now);
  }
  return static_cast<int>(prober.costs().front().looks);
}

TEST(Prober, LooksOftenAtWhatChangesAndSeldomAtWhatDoesNot) {
  double value = 1.0;
  const ProberSettings settings{.interval = 1.0, .spread = 4.0, .forecasts = false};
  Prober moving(settings, no_time);
  moving.add("a", std::make_unique<Scripted>([&] { return speed(value = 101.0 - value); }));
  Prober still(settings, no_time);
  still.add("a", std::make_unique<Scripted>([] { return speed(5.0); }));

  EXPECT_EQ(count_looks(moving, 100.0), 400);         // every interval / 4
  EXPECT_NEAR(count_looks(still, 100.0), 25 + 7, 3);  // every 4 intervals, once it is believed
}

TEST(Prober, KeepsWithinItsBudgetHoweverDearALookIs) {
  double clock = 0.0;
  Prober prober({.interval = 1.0, .budget = 1e-3, .forecasts = false}, [&] { return clock; });
  double value = 1.0;
  const auto dear = [&] {
    clock += 0.01;
    return speed(value = 101.0 - value);
  };
  prober.add("a", std::make_unique<Scripted>(dear));
  prober.add("b", std::make_unique<Scripted>(dear));

  count_looks(prober, 10000.0);

  EXPECT_LE(clock, 1e-3 * 10000.0 + 0.02);
  EXPECT_GT(clock, 0.9e-3 * 10000.0);
}

TEST(Prober, TellsTheAgeOfEveryValue) {
  Prober prober({.forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([] {
               Reading old = speed(3.0);
               old.age = 5.0;
               return old;
             }));

  prober.probe_all(10.0);

  const Observed seen = prober.view(10.5).front();
  EXPECT_EQ(seen.sensor, "a");
  EXPECT_EQ(seen.quantity, "speed");
  EXPECT_EQ(seen.value, 3.0);
  EXPECT_DOUBLE_EQ(seen.age, 5.5);
}

TEST(Prober, DoesNotBelieveWhatCannotBe) {
  double value = 50.0;
  Prober prober({.forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([&] { return speed(value); }));

  for (const double lie : {-1.0, 101.0, std::nan(""), HUGE_VAL}) {
    value = lie;
    prober.probe_all(1.0);
    EXPECT_EQ(prober.view(1.0).front().value, std::nullopt) << lie;
    EXPECT_THAT(prober.view(1.0).front().trouble, testing::HasSubstr("cannot be"));
  }
  value = 51.0;
  prober.probe_all(2.0);
  EXPECT_EQ(prober.view(2.0).front().value, 51.0);
  EXPECT_EQ(prober.view(2.0).front().trouble, "");
}

TEST(Prober, DoesNotKnowWhatItsSourceCallsOld) {
  double age = 0.0;
  Prober prober({.most_age = 60.0, .forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([&] {
               Reading reading = speed(3.0);
               reading.age = age;
               return reading;
             }));

  prober.probe_all(0.0);
  EXPECT_EQ(prober.view(0.0).front().value, 3.0);
  age = 61.0;
  prober.probe_all(1.0);
  EXPECT_EQ(prober.view(1.0).front().value, std::nullopt);
}

TEST(Prober, SurvivesASensorThatFailsAsksItLessOftenAndUsesItAgain) {
  bool fails = true;
  Prober prober({.interval = 1.0, .forecasts = false}, no_time);
  prober.add("bad", std::make_unique<Scripted>([&]() -> Reading {
               if (fails) {
                 throw SystemError("it burns");
               }
               return speed(7.0);
             }));
  prober.add("good", std::make_unique<Scripted>([] { return speed(8.0); }));

  prober.probe_due(0.0);
  EXPECT_EQ(prober.view(0.0)[0].value, std::nullopt);
  EXPECT_EQ(prober.view(0.0)[0].trouble, "it burns");
  EXPECT_EQ(prober.view(0.0)[1].value, 8.0);
  for (double now = 0.0; now < 20.0; now = prober.next_due()) {
    prober.probe_due(now);
  }
  EXPECT_EQ(prober.costs()[0].interval, 2.0);
  fails = false;
  prober.probe_all(30.0);
  EXPECT_EQ(prober.view(30.0).back().value, 8.0);
  bool is_back = false;
  for (const Observed& each : prober.view(30.0)) {
    is_back = is_back || (each.sensor == "bad" && each.value == 7.0);
  }
  EXPECT_TRUE(is_back);
}

TEST(Prober, ForgetsWhatStoodInForQuantitiesOnceTheyAreTold) {
  bool fails = true;
  Prober prober({.forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([&]() -> Reading {
               return fails ? throw SystemError("it burns") : speed(7.0);
             }));
  prober.probe_all(0.0);
  EXPECT_EQ(prober.view(0.0).front().trouble, "it burns");
  fails = false;
  prober.probe_all(1.0);

  const std::vector<Observed> seen = prober.view(1.0);

  ASSERT_EQ(seen.size(), 1U);
  EXPECT_EQ(seen.front().quantity, "speed");
}

TEST(Prober, DoesNotKnowWhatIsOverdue) {
  Prober prober({.interval = 1.0, .grace = 2.0, .forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([] { return speed(1.0); }));

  prober.probe_all(0.0);

  EXPECT_TRUE(prober.view(prober.next_due() + 1.9).front().value);
  EXPECT_FALSE(prober.view(prober.next_due() + 2.1).front().value);
}

TEST(Prober, ForecastsWhatItHasSeen) {
  Prober prober({}, no_time);
  prober.add("a", std::make_unique<Scripted>([] { return speed(4.0); }));

  for (int look = 0; look < 5; ++look) {
    prober.probe_all(look);
  }

  const auto forecast = prober.view(4.0).front().forecast;
  ASSERT_TRUE(forecast);
  EXPECT_EQ(forecast->value, 4.0);
  EXPECT_EQ(forecast->error, 0.0);
}

TEST(Prober, LearnsNothingFromASensorThatWaitsForItsTurn) {
  Prober prober({.interval = 1.0, .spread = 4.0}, no_time);
  double value = 4.0;
  auto sensor = std::make_unique<Scripted>([&] { return speed(value); });
  Scripted& waiting = *sensor;
  prober.add("a", std::move(sensor));
  prober.probe_all(0.0);
  const double interval = prober.costs().front().interval;
  waiting.wait();
  value = 8.0;
  for (int look = 1; look < 10; ++look) {
    prober.probe_all(look);
  }

  EXPECT_EQ(prober.view(9.0).front().forecast->value, 4.0);
  EXPECT_EQ(prober.costs().front().interval, interval);
}

/// A ramp: the mean of the next 21 looks is 11 ahead of the last.
TEST(Prober, ForecastsTheMeanUntilTheNextDecision) {
  double value = 0.0;
  Prober next({.interval = 2.0}, no_time);
  Prober epoch({.interval = 2.0}, no_time);
  for (Prober* prober : {&next, &epoch}) {
    prober->add("a", std::make_unique<Scripted>([&] { return Reading{"n", "1", value}; }));
  }
  epoch.foresee(42.0);
  for (int look = 0; look < 300; ++look) {
    value = look;
    epoch.foresee(look % 2 == 0 ? 42.0 : 45.0);  // as good as the same
    next.probe_all(look);
    epoch.probe_all(look);
  }

  EXPECT_NEAR(next.view(300.0).front().forecast->value, 300.0, 0.5);
  EXPECT_NEAR(epoch.view(300.0).front().forecast->value, 310.0, 0.5);
  EXPECT_LT(epoch.view(300.0).front().forecast->error, 12.0);
}

TEST(Prober, TellsWhoseItIs) {
  Prober prober({.forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([] {
               Reading reading = speed(1.0);
               reading.host = "n2";
               return reading;
             }));
  prober.add("b", std::make_unique<Scripted>([] { return speed(1.0); }));
  prober.probe_all(0.0);

  EXPECT_EQ(prober.view(0.0).front().host, "n2");
  EXPECT_EQ(prober.view(0.0).back().host, "");
}

TEST(Prober, ForecastsWhatIsAskedFor) {
  Prober prober({.foresees = [](std::string_view quantity) { return quantity == "load"; }},
                no_time);
  prober.add("a", std::make_unique<Scripted>([] { return speed(5.0); }));
  prober.add("b", std::make_unique<Scripted>([] { return Reading{"load", "1", 2.0}; }));
  prober.probe_all(0.0);

  const std::vector<Observed> seen = prober.view(0.0);

  EXPECT_FALSE(seen.front().forecast);
  EXPECT_TRUE(seen.back().forecast);
}

TEST(Prober, KeepsToItsBudgetWithWhatItsThreadTakesBesideLooks) {
  Prober prober({.interval = 1.0, .budget = 1e-3, .forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([] { return speed(1.0); }));

  prober.probe_all(0.0);
  prober.charge(0.005);  // for one look: 5 ms may be used every 5 s
  prober.probe_all(10.0);

  EXPECT_EQ(prober.costs()[0].interval, 5.0);
}

TEST(Prober, PaysForItsStartBeforeItLooksAgain) {
  Prober prober({.interval = 1.0, .budget = 1e-3, .forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([] { return speed(1.0); }));

  prober.probe_due(100.0);
  prober.charge(0.003, 0.5);
  EXPECT_EQ(prober.next_due(), 106.0);
  prober.probe_due(105.9);
  EXPECT_EQ(prober.costs()[0].looks, 1);
  prober.probe_due(106.0);
  EXPECT_EQ(prober.costs()[0].looks, 2);
}

TEST(Prober, AsksOnceForWhatNobodyWants) {
  ProberSettings settings{.forecasts = false};
  settings.wants = [](std::string_view quantity) { return quantity == "speed"; };
  Prober prober(settings, no_time);
  prober.add("a", std::make_unique<Scripted>([] { return Reading{"colour", "1", 1.0}; }));
  prober.add("b", std::make_unique<Scripted>([] { return speed(5.0); }));

  EXPECT_EQ(count_looks(prober, 100.0), 1);
  EXPECT_GT(prober.costs().back().looks, 25);
  EXPECT_EQ(prober.view(100.0).back().value, 5.0);
}

/// It has waited for others, and computes again.
TEST(Prober, LooksAgainOnceTheBudgetIsAPartOfMore) {
  Prober prober({.interval = 1.0, .forecasts = false}, no_time);
  prober.add("a", std::make_unique<Scripted>([] { return speed(4.0); }));
  prober.probe_due(0.0);
  prober.charge(0.01, 0.005);
  EXPECT_GT(prober.next_due(), 1000.0);

  prober.charge(0.01, 1.0);
  EXPECT_LT(prober.next_due(), 11.0);
}

TEST(Prober, ForecastsNothingThatCannotBe) {
  double value = 100.0;
  Prober prober({}, no_time);
  prober.add("a", std::make_unique<Scripted>([&] { return speed(value -= 2.0); }));
  for (int look = 0; look < 48; ++look) {
    prober.probe_all(look);
  }
  prober.foresee(60.0);
  prober.probe_all(48.0);

  EXPECT_GE(prober.view(48.0).front().forecast->value, 0.0);
}

TEST(Prober, DoesNotChargeWhatWasAskedForByName) {
  double busy = 0.0;
  Prober prober({.interval = 1.0}, [&] { return busy; });
  auto sensor = std::make_unique<Scripted>([&] {
    busy += 1.5;
    return speed(4.0);
  });
  sensor->ask_for(1.5);
  prober.add("a", std::move(sensor));
  prober.probe_due(0.0);
  prober.charge(busy);

  EXPECT_LT(prober.next_due(), 10.0);
}

TEST(Prober, AsksAgainWhoFailedAtFirst) {
  bool fails = true;
  ProberSettings settings{.interval = 1.0};
  settings.wants = [](std::string_view quantity) { return quantity == "speed"; };
  Prober prober(settings, no_time);
  prober.add("a", std::make_unique<Scripted>([&] {
               return std::exchange(fails, false) ? throw SystemError("later") : speed(4.0);
             }));
  prober.probe_due(0.0);
  EXPECT_LT(prober.next_due(), 10.0);
}

TEST(Prober, AsksOthersMoreGently) {
  const ProberSettings settings{.interval = 1.0, .forecasts = false};
  double value = 1.0;
  Prober prober(settings, no_time);
  prober.add("far",
             std::make_unique<Scripted>([&] { return speed(value = 101.0 - value); }, false));

  EXPECT_EQ(count_looks(prober, 100.0), 100);
}

}  // namespace
}  // namespace evenkeel::monitor
