// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Choice among forecasters: by hand on small series, and on series recorded on a real machine.
#include "evenkeel/forecast/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/forecast/series.hpp"

namespace evenkeel::forecast {
namespace {

/// Says always the same.
class Stubborn final : public Forecaster {
 public:
  explicit Stubborn(double value) : value_(value) {}
  void observe(double) override {}
  std::optional<double> predict() const override { return value_; }

 private:
  double value_;
};

std::vector<Member> stubborn(std::initializer_list<double> values) {
  std::vector<Member> members;
  for (const double value : values) {
    members.push_back({std::to_string(value), std::make_unique<Stubborn>(value)});
  }
  return members;
}

double least_error(const Mixture& mixture, Criterion criterion) {
  return mixture.score(mixture.best(criterion)).mean(criterion);
}

TEST(Mixture, SaysNothingBeforeTheFirstSample) {
  EXPECT_EQ(Mixture().forecast(), std::nullopt);
}

TEST(Mixture, ScoresOnlyWhatWasPredicted) {
  Mixture mixture(stubborn({1.0, 4.0}));
  mixture.observe(0.0);
  EXPECT_EQ(mixture.score(0).count(), 0U);

  mixture.observe(2.0);
  mixture.observe(3.0);

  EXPECT_DOUBLE_EQ(mixture.score(0).mean(Criterion::kSquared), 2.5);   // 1 and 4
  EXPECT_DOUBLE_EQ(mixture.score(1).mean(Criterion::kAbsolute), 1.5);  // 2 and 1
}

TEST(Mixture, ErrorsAreUnknownUntilAForecastHasBeenFoundRightOrWrong) {
  Mixture mixture(stubborn({1.0}), {.horizon = 2});
  mixture.observe(1.0);
  mixture.observe(1.0);
  EXPECT_EQ(mixture.forecast()->value, 1.0);
  EXPECT_TRUE(std::isnan(mixture.forecast()->error));
  EXPECT_TRUE(std::isnan(mixture.forecast()->mse));
  EXPECT_TRUE(std::isnan(mixture.forecast()->mae));
  EXPECT_TRUE(std::isnan(mixture.score(0).error(Criterion::kSquared)));

  mixture.observe(1.0);

  EXPECT_EQ(mixture.forecast()->error, 0.0);
  EXPECT_EQ(mixture.score(0).error(Criterion::kSquared), 0.0);
}

TEST(Mixture, SquaredAndAbsoluteErrorsMayChooseDifferently) {
  Mixture mixture(stubborn({0.0, 3.0}), {.windows = {kWholeSeries}, .blend = false});
  for (const double sample : {0.0, 0.0, 0.0, 0.0, 0.0, 10.0}) {
    mixture.observe(sample);
  }

  // Squares 100 against 4 * 9 + 49; absolutes 10 against 4 * 3 + 7.
  EXPECT_EQ(mixture.forecast(Criterion::kSquared)->value, 3.0);
  EXPECT_EQ(mixture.forecast(Criterion::kAbsolute)->value, 0.0);
}

TEST(Mixture, TiesGoToTheSimplerMember) {
  Mixture mixture(stubborn({1.0, -1.0}), {.blend = false});
  mixture.observe(0.0);
  mixture.observe(0.0);

  EXPECT_EQ(mixture.forecast()->value, 1.0);
}

TEST(Mixture, ShortWindowsFollowAChangeOfCharacter) {
  Mixture mixture(stubborn({0.0, 1.0}), {.windows = {kWholeSeries, 10}});
  for (int sample = 0; sample < 200; ++sample) {
    mixture.observe((sample / 40) % 2);  // over the whole neither is better
  }

  EXPECT_EQ(mixture.forecast()->window, 10U);
  EXPECT_LT(mixture.forecast()->mse, 0.2);
  EXPECT_GT(least_error(mixture, Criterion::kSquared), 0.39);
}

TEST(Mixture, EpochsAreScoredByTheirMeans) {
  Mixture mixture(stubborn({2.0}), {.horizon = 3});
  for (const double sample : {9.0, 1.0, 3.0, 5.0, 7.0}) {
    mixture.observe(sample);
  }

  // 1 3 5 after the first, 3 5 7 after the second; means 3 and 5.
  EXPECT_EQ(mixture.score(0).count(), 2U);
  EXPECT_DOUBLE_EQ(mixture.score(0).mean(Criterion::kSquared), (1.0 + 9.0) / 2.0);
}

TEST(Mixture, HorizonMayChangeOnTheWay) {
  Mixture mixture(stubborn({2.0}));
  mixture.observe(9.0);
  mixture.observe(2.0);
  mixture.set_horizon(2);
  for (const double sample : {1.0, 3.0, 5.0}) {
    mixture.observe(sample);
  }

  // The first was right of the next sample; then 3 5 after the first of the new ones, mean 4.
  EXPECT_EQ(mixture.score(0).count(), 2U);
  EXPECT_DOUBLE_EQ(mixture.score(0).mean(Criterion::kSquared), (0.0 + 4.0) / 2.0);
}

TEST(Mixture, MembersThatOverflowDoNotSpoilTheForecast) {
  Mixture mixture(stubborn({INFINITY, NAN}));
  mixture.observe(4.0);
  mixture.observe(5.0);

  EXPECT_EQ(mixture.forecast()->value, 5.0);
  EXPECT_EQ(mixture.forecast()->mse, 1.0);
}

TEST(Battery, HoldsEveryMethodAndThoseOfTheWeatherServiceFirst) {
  Registry<Forecaster> registry;
  register_builtin(registry);
  const std::vector<Member> nws = nws_battery(registry);
  const std::vector<Member> all = full_battery(registry);

  EXPECT_EQ(nws.size(), 18U);
  EXPECT_EQ(nws.front().name, "last_value");
  EXPECT_LE(all.size(), 35U);
  for (std::size_t k = 0; k < nws.size(); ++k) {
    EXPECT_EQ(all[k].name, nws[k].name);
  }
  for (const std::string_view name : registry.names()) {
    EXPECT_TRUE(std::ranges::any_of(all, [&](const Member& m) { return m.name.starts_with(name); }))
        << name;
  }
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> recorded() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(EVENKEEL_SERIES_DIR)) {
    names.push_back(file.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

class RecordedSeries : public testing::TestWithParam<std::string> {
 protected:
  Mixture observed(std::size_t horizon) const {
    const std::string path = std::string(EVENKEEL_SERIES_DIR) + "/" + GetParam() + ".csv";
    Mixture mixture(builtin_battery(), {.horizon = horizon});
    for (const double sample : read_series(read(path), path).samples) {
      mixture.observe(sample);
    }
    return mixture;
  }
};

TEST_P(RecordedSeries, SelectionIsNearlyAsGoodAsTheBestMethodInHindsight) {
  const Mixture mixture = observed(1);

  EXPECT_LE(mixture.forecast()->error, 1.05 * std::sqrt(least_error(mixture, Criterion::kSquared)));
  EXPECT_LE(mixture.forecast(Criterion::kAbsolute)->mae,
            1.05 * least_error(mixture, Criterion::kAbsolute));
}

TEST_P(RecordedSeries, EpochsAreForecastNearlyAsWellAsInHindsight) {
  const Mixture mixture = observed(4);

  // A fourth as many epochs to learn from as samples.
  EXPECT_LE(mixture.forecast()->error, 1.15 * std::sqrt(least_error(mixture, Criterion::kSquared)));
}

TEST(Mixture, BlendIsBetterThanItsMembersWhenTheyErrToBothSides) {
  Mixture mixture(stubborn({-1.0, 1.5}));
  SplitMix64 random(3);
  for (int sample = 0; sample < 100; ++sample) {
    mixture.observe(0.1 * normal(random));
  }

  EXPECT_TRUE(mixture.forecast()->is_blend);
  EXPECT_LT(mixture.forecast()->mse, least_error(mixture, Criterion::kSquared));
}

INSTANTIATE_TEST_SUITE_P(Machine, RecordedSeries, testing::ValuesIn(recorded()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace evenkeel::forecast
