// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every forecaster promises, asked of every one that is registered.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/forecast/battery.hpp"

namespace evenkeel::forecast {
namespace {

Registry<Forecaster> builtin() {
  Registry<Forecaster> registry;
  register_builtin(registry);
  return registry;
}

std::vector<std::string> all_names() {
  const Registry<Forecaster> registry = builtin();
  const std::vector<std::string_view> names = registry.names();
  return {names.begin(), names.end()};
}

class EveryForecaster : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Forecaster> forecaster_ = builtin().make(GetParam());
};

TEST_P(EveryForecaster, SaysNothingBeforeTheFirstSample) {
  EXPECT_EQ(forecaster_->predict(), std::nullopt);
  EXPECT_EQ(forecaster_->predict_mean(4), std::nullopt);
}

TEST_P(EveryForecaster, ExpectsTheFirstSampleAgain) {
  forecaster_->observe(7.5);

  EXPECT_DOUBLE_EQ(*forecaster_->predict(), 7.5);
  EXPECT_DOUBLE_EQ(*forecaster_->predict_mean(3), 7.5);
}

TEST_P(EveryForecaster, IsExactForAConstant) {
  for (int sample = 0; sample < 200; ++sample) {
    forecaster_->observe(-3.25);
    EXPECT_DOUBLE_EQ(*forecaster_->predict(), -3.25);
    EXPECT_DOUBLE_EQ(*forecaster_->predict_mean(10), -3.25);
  }
}

TEST_P(EveryForecaster, StaysNearTheRangeOfNoiseAndRepeatsItself) {
  const auto again = builtin().make(GetParam());
  SplitMix64 random(5);
  for (int sample = 0; sample < 500; ++sample) {
    const double value = uniform(random);
    forecaster_->observe(value);
    again->observe(value);
    EXPECT_GT(*forecaster_->predict(), -1.0);
    EXPECT_LT(*forecaster_->predict(), 2.0);
    EXPECT_EQ(*forecaster_->predict(), *again->predict());
  }
}

TEST_P(EveryForecaster, ScalesWithItsUnit) {
  const auto scaled = builtin().make(GetParam());
  SplitMix64 random(9);
  for (int sample = 0; sample < 200; ++sample) {
    const double value = uniform(random);
    forecaster_->observe(value);
    scaled->observe(1024.0 * value);
    EXPECT_NEAR(*scaled->predict(), 1024.0 * *forecaster_->predict(), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Builtin, EveryForecaster, testing::ValuesIn(all_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace evenkeel::forecast
