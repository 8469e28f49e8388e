// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Mean over a window that adapts: short after steps, long in noise.
#include "evenkeel/forecast/adaptive_window.hpp"

namespace evenkeel::forecast {
namespace {

struct Mean {
  double operator()(const RecentSamples& samples, std::size_t count) const {
    return samples.mean(count);
  }
};

}  // namespace

void register_adaptive_mean(Registry<Forecaster>& registry) {
  registry.add({.name = "adaptive_mean",
                .summary = "mean over the window that has predicted best lately",
                .source = "later Network Weather Service; the rule of adaptive_median",
                .params = kWindowParams,
                .make = [](const Params& params) {
                  return std::make_unique<AdaptiveWindow<Mean>>(window_range(params));
                }});
}

}  // namespace evenkeel::forecast
