// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Median over a window that adapts: short after steps, long in noise.
#include "evenkeel/forecast/adaptive_window.hpp"

namespace evenkeel::forecast {
namespace {

struct Median {
  double operator()(const RecentSamples& samples, std::size_t count) const {
    return samples.quantile(count, 0.5);
  }
};

}  // namespace

void register_adaptive_median(Registry<Forecaster>& registry) {
  registry.add({.name = "adaptive_median",
                .summary = "median over the window that has predicted best lately",
                .source = "Network Weather Service, median.c as it was meant",
                .params = kWindowParams,
                .make = [](const Params& params) {
                  return std::make_unique<AdaptiveWindow<Median>>(window_range(params));
                }});
}

}  // namespace evenkeel::forecast
