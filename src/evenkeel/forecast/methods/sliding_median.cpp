// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Median of the last samples: ignores spikes, follows steps after half a window.
#include <array>

#include "evenkeel/forecast/forecaster.hpp"
#include "evenkeel/forecast/recent_samples.hpp"

namespace evenkeel::forecast {
namespace {

constexpr std::array kParams = {ParamSpec{.name = "window",
                                          .unit = "sample",
                                          .fallback = 5,
                                          .min = 1,
                                          .max = 1000,
                                          .help = "how many past samples count",
                                          .is_whole = true}};

class SlidingMedian final : public Forecaster {
 public:
  explicit SlidingMedian(std::size_t window) : window_(window), samples_(window) {}

  void observe(double sample) override { samples_.push(sample); }

  std::optional<double> predict() const override {
    return samples_.empty() ? std::nullopt : std::optional(samples_.quantile(window_, 0.5));
  }

 private:
  std::size_t window_;
  RecentSamples samples_;
};

}  // namespace

void register_sliding_median(Registry<Forecaster>& registry) {
  registry.add({.name = "sliding_median",
                .summary = "median of the last samples",
                .source = "Network Weather Service, median.c; Wolski, Spring, Hayes 1999",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<SlidingMedian>(
                      static_cast<std::size_t>(params["window"]));
                }});
}

}  // namespace evenkeel::forecast
