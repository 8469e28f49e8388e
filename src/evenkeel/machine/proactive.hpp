// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The step of the proactive strategies: work moves from where a step will take long.
#pragma once

#include <array>
#include <span>

#include "evenkeel/core/params.hpp"
#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::machine {

struct ProactiveSettings {
  double damping = 0.0;     ///< exponent of the factors; below 1: part of the way; 0: by the error
  double tolerance = 0.05;  ///< (max T - min T) / mean below which nothing changes
  double largest = 3.0;     ///< factors are held between 1/largest and largest
};

/// The parameters every proactive metric declares.
inline constexpr std::array kProactiveParams = {
    ParamSpec{.name = "damping",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .max = 1.0,
              .help = "exponent of the adjustment factors; 0: 1, and 0.5 where forecasts are known "
                      "to be wrong by more than a fifth"},
    ParamSpec{.name = "tolerance",
              .unit = "1",
              .fallback = 0.05,
              .min = 0.0,
              .max = 10.0,
              .help = "spread of the predicted times, in means, that is left alone"},
    ParamSpec{.name = "largest",
              .unit = "1",
              .fallback = 3.0,
              .min = 1.0,
              .max = 1000.0,
              .help = "largest factor by which a share changes at once"}};

ProactiveSettings proactive_settings(const Params& params);

/// What forecasts of the nodes are wrong by, on average and as a fraction of them; \p fallback
/// where nobody knows.
double forecast_error(const Sample& sample, double fallback);

/// Fills \p result with the shares in force, a step nearer to equal times:
///
///   f_i = T_avg / T_i,   R_i <- R_i f_i^damping, normalised      (Chandra & Parashar 2007, eq. 8,
///   9)
///
/// Means are over all K processors (the seed writes 0..K and divides by K). Times have a floor of
/// a thousandth of the mean; shares one of 1/(10 K), because a share of 0 could never come back.
///
/// \param seconds  shape [processors], predicted for the shares in force, >= 0 [s]
/// \param error    of the predictions, as a fraction
void equalise_times(const Sample& sample, std::span<const double> seconds, double error,
                    const ProactiveSettings& settings, Shares& result);

}  // namespace evenkeel::machine
