// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Exponential smoothing: old samples fade.
#include <array>

#include "evenkeel/forecast/forecaster.hpp"

namespace evenkeel::forecast {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "gain",
                                          .unit = "1",
                                          .fallback = 0.3,
                                          .min = 0.0,
                                          .max = 1.0,
                                          .help = "weight of the newest sample"}};

/// p <- p + g (v - p), first p = v.                                      (NWS exp_smooth.c)
class ExponentialSmoothing final : public Forecaster {
 public:
  explicit ExponentialSmoothing(double gain) : gain_(gain) {}

  void observe(double sample) override {
    smoothed_ = smoothed_ ? *smoothed_ + gain_ * (sample - *smoothed_) : sample;
  }

  std::optional<double> predict() const override { return smoothed_; }

 private:
  double gain_;
  std::optional<double> smoothed_;
};

}  // namespace

void register_exponential_smoothing(Registry<Forecaster>& registry) {
  registry.add({.name = "exponential_smoothing",
                .summary = "mean in which old samples fade",
                .source = "Network Weather Service, exp_smooth.c",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<ExponentialSmoothing>(params["gain"]);
                }});
}

}  // namespace evenkeel::forecast
