// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The step of the proactive strategies: work moves from where a step will take long.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "evenkeel/core/params.hpp"

namespace evenkeel::machine {

struct ProactiveSettings {
  double damping = 1.0;     ///< exponent of the factors; below 1: part of the way
  double tolerance = 0.05;  ///< (max T - min T) / mean below which nothing changes
  double largest = 3.0;     ///< factors are held between 1/largest and largest
};

/// The parameters every proactive metric declares.
inline constexpr std::array kProactiveParams = {
    ParamSpec{.name = "damping",
              .unit = "1",
              .fallback = 1.0,
              .min = 0.01,
              .max = 1.0,
              .help = "exponent of the adjustment factors; 0.5 when forecasts are poor"},
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

/// One step towards equal times:
///
///   f_i = T_avg / T_i,   R_i <- R_i f_i^damping, normalised      (Chandra & Parashar 2007, eq. 8,
///   9)
///
/// Means are over all K processors (the seed writes 0..K and divides by K). Times have a floor of
/// a thousandth of the mean; shares one of 1/(10 K), because a share of 0 could never come back.
///
/// \param share    shape [processors], sums to 1
/// \param seconds  shape [processors], predicted for these shares, >= 0 [s]
/// \param factors  shape [processors], receives f_i as applied
std::vector<double> equalise_times(std::span<const double> share, std::span<const double> seconds,
                                   const ProactiveSettings& settings, std::vector<double>& factors);

}  // namespace evenkeel::machine
