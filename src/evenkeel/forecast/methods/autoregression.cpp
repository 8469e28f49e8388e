// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// First-order autoregression: for a load that falls back to its mean.
#include <algorithm>
#include <array>

#include "evenkeel/forecast/forecaster.hpp"
#include "evenkeel/forecast/recent_samples.hpp"

namespace evenkeel::forecast {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "window",
                                          .unit = "sample",
                                          .fallback = 50,
                                          .min = 3,
                                          .max = 1000,
                                          .help = "past samples the coefficient is fitted to",
                                          .is_whole = true}};

/// v_{t+1} = m + phi (v_t - m), m the mean of the window, phi by least squares within it, held in
/// [-1, 1].                                                   (Yule-Walker; Dinda, O'Hallaron 2000)
class Autoregression final : public Forecaster {
 public:
  explicit Autoregression(std::size_t window) : samples_(window) {}

  void observe(double sample) override {
    samples_.push(sample);
    mean_ = samples_.mean(samples_.size());
    const std::vector<double>& v = samples_.samples();
    double covariance = 0.0;
    double variance = 0.0;
    for (std::size_t t = 0; t + 1 < v.size(); ++t) {
      covariance += (v[t] - mean_) * (v[t + 1] - mean_);
      variance += (v[t] - mean_) * (v[t] - mean_);
    }
    phi_ = variance > 0.0 ? std::clamp(covariance / variance, -1.0, 1.0) : 0.0;
  }

  std::optional<double> predict() const override { return predict_mean(1); }

  std::optional<double> predict_mean(std::size_t horizon) const override {
    if (samples_.empty()) {
      return std::nullopt;
    }
    double power = 1.0;
    double sum = 0.0;
    for (std::size_t sample = 0; sample < horizon; ++sample) {
      power *= phi_;
      sum += power;
    }
    return mean_ + (samples_.last() - mean_) * sum / static_cast<double>(horizon);
  }

 private:
  RecentSamples samples_;
  double mean_ = 0.0;
  double phi_ = 0.0;
};

}  // namespace

void register_autoregression(Registry<Forecaster>& registry) {
  registry.add({.name = "autoregression",
                .summary = "falls back to the mean at the rate seen lately, AR(1)",
                .source = "Dinda, O'Hallaron 2000 (host load); later Network Weather Service",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Autoregression>(
                      static_cast<std::size_t>(params["window"]));
                }});
}

}  // namespace evenkeel::forecast
