// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Median over a window that adapts: short after steps, long in noise.
#include <array>

#include "evenkeel/forecast/adaptive_window.hpp"
#include "evenkeel/forecast/forecaster.hpp"

namespace evenkeel::forecast {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "min",
              .unit = "sample",
              .fallback = 5,
              .min = 1,
              .max = 1000,
              .help = "shortest window"},
    ParamSpec{.name = "max",
              .unit = "sample",
              .fallback = 21,
              .min = 1,
              .max = 1000,
              .help = "longest window"},
    ParamSpec{.name = "start",
              .unit = "sample",
              .fallback = 10,
              .min = 1,
              .max = 1000,
              .help = "window to begin with"},
    ParamSpec{.name = "offset",
              .unit = "sample",
              .fallback = 1,
              .min = 1,
              .max = 100,
              .help = "how much shorter and longer the windows are that are tried"}};

struct Statistic {
  double operator()(const RecentSamples& samples, std::size_t count) const {
    return samples.quantile(count, 0.5);
  }
};

class AdaptiveMedian final : public Forecaster {
 public:
  explicit AdaptiveMedian(const WindowRange& range) : window_(range, Statistic()) {}

  void observe(double sample) override { window_.observe(sample); }

  std::optional<double> predict() const override {
    return window_.empty() ? std::nullopt : std::optional(window_.value());
  }

 private:
  AdaptiveWindow<Statistic> window_;
};

}  // namespace

void register_adaptive_median(Registry<Forecaster>& registry) {
  registry.add({.name = "adaptive_median",
                .summary = "median over the window that has predicted best lately",
                .source = "Network Weather Service, median.c as it was meant",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<AdaptiveMedian>(window_range(params));
                }});
}

}  // namespace evenkeel::forecast
