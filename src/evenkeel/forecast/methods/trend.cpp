// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Holt's linear trend, damped: for a load that is building up.
#include <array>
#include <cmath>

#include "evenkeel/forecast/forecaster.hpp"

namespace evenkeel::forecast {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "gain",
                                          .unit = "1",
                                          .fallback = 0.5,
                                          .min = 0.0,
                                          .max = 1.0,
                                          .help = "weight of the newest sample in the level"},
                                ParamSpec{.name = "trend_gain",
                                          .unit = "1",
                                          .fallback = 0.2,
                                          .min = 0.0,
                                          .max = 1.0,
                                          .help = "weight of the newest change in the trend"},
                                ParamSpec{.name = "damping",
                                          .unit = "1",
                                          .fallback = 0.9,
                                          .min = 0.0,
                                          .max = 1.0,
                                          .help = "what is left of the trend after a sample"}};

/// l <- p + a (v - p), t <- f t + b (l - l_old - f t), with p = l + f t the prediction.
///                                                        (Holt 1957; Gardner, McKenzie 1985)
class Trend final : public Forecaster {
 public:
  Trend(double gain, double trend_gain, double damping)
      : gain_(gain), trend_gain_(trend_gain), damping_(damping) {}

  void observe(double sample) override {
    const double expected = level_ + damping_ * slope_;
    const double level = is_empty_ ? sample : expected + gain_ * (sample - expected);
    const double change = is_empty_ ? 0.0 : level - level_;
    slope_ = damping_ * slope_ + trend_gain_ * (change - damping_ * slope_);
    level_ = level;
    is_empty_ = false;
  }

  std::optional<double> predict() const override { return predict_mean(1); }

  std::optional<double> predict_mean(std::size_t horizon) const override {
    if (is_empty_) {
      return std::nullopt;
    }
    double step = slope_;
    double ahead = 0.0;
    double sum = 0.0;
    for (std::size_t sample = 0; sample < horizon; ++sample) {
      step *= damping_;
      ahead += step;
      sum += ahead;
    }
    return level_ + sum / static_cast<double>(horizon);
  }

 private:
  double gain_;
  double trend_gain_;
  double damping_;
  bool is_empty_ = true;
  double level_ = 0.0;
  double slope_ = 0.0;
};

}  // namespace

void register_trend(Registry<Forecaster>& registry) {
  registry.add({.name = "trend",
                .summary = "level and damped trend, both smoothed",
                .source = "Holt 1957; Gardner, McKenzie 1985",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Trend>(params["gain"], params["trend_gain"],
                                                 params["damping"]);
                }});
}

}  // namespace evenkeel::forecast
