// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A quantile of the last samples: what a resource offers with a given certainty.
#include <array>

#include "evenkeel/forecast/forecaster.hpp"
#include "evenkeel/forecast/recent_samples.hpp"

namespace evenkeel::forecast {
namespace {

constexpr std::array kParams = {
    ParamSpec{.name = "window",
              .unit = "sample",
              .fallback = 20,
              .min = 1,
              .max = 1000,
              .help = "how many past samples count",
              .is_whole = true},
    ParamSpec{.name = "fraction",
              .unit = "1",
              .fallback = 0.25,
              .min = 0.0,
              .max = 1.0,
              .help = "share of the samples that lie below; 0.5: the median"}};

class Quantile final : public Forecaster {
 public:
  Quantile(std::size_t window, double fraction)
      : window_(window), fraction_(fraction), samples_(window) {}

  void observe(double sample) override { samples_.push(sample); }

  std::optional<double> predict() const override {
    return samples_.empty() ? std::nullopt : std::optional(samples_.quantile(window_, fraction_));
  }

 private:
  std::size_t window_;
  double fraction_;
  RecentSamples samples_;
};

}  // namespace

void register_quantile(Registry<Forecaster>& registry) {
  registry.add({.name = "quantile",
                .summary = "what the series exceeds with a given certainty",
                .source = "order statistics; certainty in place of expectation",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<Quantile>(static_cast<std::size_t>(params["window"]),
                                                    params["fraction"]);
                }});
}

}  // namespace evenkeel::forecast
