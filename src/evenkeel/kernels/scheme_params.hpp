// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The parameters every finite-volume kernel offers for its scheme.
#pragma once

#include <algorithm>
#include <array>

#include "evenkeel/core/params.hpp"
#include "evenkeel/solver/schemes/finite_volume.hpp"

namespace evenkeel::kernels {

inline constexpr std::array<std::string_view, 3> kSteppings{"hancock", "rk2", "rk3"};
inline constexpr std::array<std::string_view, 3> kLimiters{"mc", "minmod", "upwind1"};
inline constexpr std::array<std::string_view, 2> kSlopes{"primitive", "characteristic"};

inline constexpr std::array kSchemeParams = {
    ParamSpec{.name = "scheme",
              .unit = "",
              .help = "time stepping: one predicted step, or Runge-Kutta stages",
              .choices = kSteppings},
    ParamSpec{.name = "limiter",
              .unit = "",
              .help = "of the slopes: steep, cautious, or none (first order)",
              .choices = kLimiters},
    ParamSpec{.name = "steepness",
              .unit = "1",
              .fallback = 2.0,
              .min = 1.0,
              .max = 2.0,
              .help = "beta of the mc limiter; 1.5 for shocks of Mach 5 and more"},
    ParamSpec{.name = "slopes",
              .unit = "",
              .help = "what is limited: primitive values, or the amplitudes of the waves of a gas",
              .choices = kSlopes}};

/// \p own followed by those of the scheme.
template <std::size_t N>
constexpr std::array<ParamSpec, N + kSchemeParams.size()> with_scheme(
    const std::array<ParamSpec, N>& own) {
  std::array<ParamSpec, N + kSchemeParams.size()> all{};
  std::copy(own.begin(), own.end(), all.begin());
  std::copy(kSchemeParams.begin(), kSchemeParams.end(), all.begin() + N);
  return all;
}

/// What the user chose. \pre \p params were declared by with_scheme()
inline solver::SchemeOptions scheme_options(const Params& params) {
  const std::string_view limiter = params.choice("limiter");
  const double beta = limiter == "mc" ? params["steepness"] : limiter == "minmod" ? 1.0 : 0.0;
  return {static_cast<solver::SchemeOptions::Stepping>(static_cast<int>(params["scheme"])), beta,
          params.choice("slopes") == "characteristic"};
}

}  // namespace evenkeel::kernels
