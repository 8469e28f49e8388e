// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Last value: best for a series that wanders.
#include "evenkeel/forecast/forecaster.hpp"

namespace evenkeel::forecast {
namespace {

class LastValue final : public Forecaster {
 public:
  void observe(double sample) override { last_ = sample; }
  std::optional<double> predict() const override { return last_; }

 private:
  std::optional<double> last_;
};

}  // namespace

void register_last_value(Registry<Forecaster>& registry) {
  registry.add({.name = "last_value",
                .summary = "the newest sample",
                .source = "Network Weather Service; Wolski, Spring, Hayes 1999",
                .make = [](const Params&) { return std::make_unique<LastValue>(); }});
}

}  // namespace evenkeel::forecast
