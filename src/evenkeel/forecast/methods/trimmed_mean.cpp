// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Mean of the middle of the last samples: between sliding mean and median.
#include <array>

#include "evenkeel/forecast/forecaster.hpp"
#include "evenkeel/forecast/recent_samples.hpp"

namespace evenkeel::forecast {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "window",
              .unit = "sample",
              .fallback = 31,
              .min = 1,
              .max = 1000,
              .help = "how many past samples count",
              .is_whole = true},
    ParamSpec{.name = "trim",
              .unit = "1",
              .fallback = 0.3,
              .min = 0.0,
              .max = 0.49,
              .help = "share of them that is dropped at either end; 0: the sliding mean"}};

class TrimmedMean final : public Forecaster {
 public:
  TrimmedMean(std::size_t window, double trim) : window_(window), trim_(trim), samples_(window) {}

  void observe(double sample) override { samples_.push(sample); }

  std::optional<double> predict() const override {
    return samples_.empty() ? std::nullopt : std::optional(samples_.trimmed_mean(window_, trim_));
  }

 private:
  std::size_t window_;
  double trim_;
  RecentSamples samples_;
};

}  // namespace

void register_trimmed_mean(Registry<Forecaster>& registry) {
  registry.add({.name = "trimmed_mean",
                .summary = "mean of the last samples without the largest and smallest",
                .source = "Network Weather Service, median.c (trimmed median, sliding mean)",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<TrimmedMean>(static_cast<std::size_t>(params["window"]),
                                                       params["trim"]);
                }});
}

}  // namespace evenkeel::forecast
