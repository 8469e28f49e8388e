// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The methods that are asked side by side about one series.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "evenkeel/forecast/forecaster.hpp"

namespace evenkeel::forecast {

/// One method with its parameters, under the name reports give it: "sliding_median(window=31)".
struct Member {
  std::string name;
  std::unique_ptr<Forecaster> forecaster;
};

/// The forecasters registered in the Network Weather Service, simplest first: last value,
/// running mean, eight gains of exponential smoothing, medians and means of 5 and 31, trimmed ones
/// of 31 and 51, adaptive medians of 5-21 and 21-51 samples.      (NWS forecaster configuration)
///
/// \throws InputError if \p registry lacks one of their methods
std::vector<Member> nws_battery(const Registry<Forecaster>& registry);

/// The same, adaptive means, trends, autoregression, quartiles, and every other method of
/// \p registry, of plug-ins too, with its default parameters.
std::vector<Member> full_battery(const Registry<Forecaster>& registry);

/// full_battery() of the built-in methods.
std::vector<Member> builtin_battery();

}  // namespace evenkeel::forecast
