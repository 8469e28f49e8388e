// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Mean of everything seen: best for a series that does not change.
#include "evenkeel/forecast/forecaster.hpp"

namespace evenkeel::forecast {
namespace {

class RunningMean final : public Forecaster {
 public:
  void observe(double sample) override {
    count_ += 1.0;
    mean_ += (sample - mean_) / count_;
  }

  std::optional<double> predict() const override {
    return count_ > 0.0 ? std::optional(mean_) : std::nullopt;
  }

 private:
  double count_ = 0.0;
  double mean_ = 0.0;
};

}  // namespace

void register_running_mean(Registry<Forecaster>& registry) {
  registry.add({.name = "running_mean",
                .summary = "mean of all samples",
                .source = "Network Weather Service; Wolski, Spring, Hayes 1999",
                .make = [](const Params&) { return std::make_unique<RunningMean>(); }});
}

}  // namespace evenkeel::forecast
