// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The parameters every finite-volume kernel offers for its scheme.
#pragma once

#include <algorithm>
#include <array>

#include "evenkeel/core/params.hpp"
#include "evenkeel/solver/schemes/finite_volume.hpp"

namespace evenkeel::kernels {

/// In the order of SchemeOptions::Method.
inline constexpr std::array<std::string_view, 5> kMethods{"hancock", "rk2", "rk3", "weno5", "eno3"};
inline constexpr std::array<std::string_view, 3> kLimiters{"mc", "minmod", "upwind1"};
inline constexpr std::array<std::string_view, 2> kSlopes{"primitive", "characteristic"};
inline constexpr std::array<std::string_view, 2> kFluxes{"hllc", "llf"};

inline constexpr std::array kSchemeParams = {
    ParamSpec{.name = "scheme",
              .unit = "",
              .help = "limited slopes in one predicted step or in Runge-Kutta stages, or "
                      "reconstruction of high order in three stages",
              .choices = kMethods},
    ParamSpec{.name = "limiter",
              .unit = "",
              .help = "of the slopes: steep, cautious, or none (first order); with weno5 and eno3 "
                      "only where they would give no gas",
              .choices = kLimiters},
    ParamSpec{.name = "steepness",
              .unit = "1",
              .fallback = 2.0,
              .min = 1.0,
              .max = 2.0,
              .help = "beta of the mc limiter; 1.5 for shocks of Mach 5 and more"}};

/// What gases have besides: their waves.
inline constexpr std::array kGasParams = {
    ParamSpec{.name = "slopes",
              .unit = "",
              .help = "what is limited: primitive values, or the amplitudes of the waves of a gas; "
                      "weno5 and eno3 always see waves",
              .choices = kSlopes},
    ParamSpec{.name = "flux",
              .unit = "",
              .help = "between cells: three waves, or local Lax-Friedrichs, which smears most",
              .choices = kFluxes}};

template <std::size_t N, std::size_t M>
constexpr std::array<ParamSpec, N + M> joined(const std::array<ParamSpec, N>& first,
                                              const std::array<ParamSpec, M>& second) {
  std::array<ParamSpec, N + M> all{};
  std::copy(first.begin(), first.end(), all.begin());
  std::copy(second.begin(), second.end(), all.begin() + N);
  return all;
}

/// \p own followed by those of the scheme.
template <std::size_t N>
constexpr auto with_scheme(const std::array<ParamSpec, N>& own) {
  return joined(own, kSchemeParams);
}

/// \p own followed by those of the scheme and of gases.
///
/// \param steepness  of kernels that always have shocks of Mach 5 and more: 1.5  (algorithms 7.0)
/// \param method     where the user names none
template <std::size_t N>
constexpr auto with_gas_scheme(const std::array<ParamSpec, N>& own, double steepness = 2.0,
                               solver::SchemeOptions::Method method = {}) {
  auto all = joined(with_scheme(own), kGasParams);
  for (ParamSpec& spec : all) {
    spec.fallback = spec.name == "steepness" ? steepness : spec.fallback;
    spec.fallback = spec.name == "scheme" ? static_cast<double>(method) : spec.fallback;
  }
  return all;
}

/// Of limited_slope(), by `limiter` and `steepness`.
inline double limiter_beta(const Params& params) {
  const std::string_view limiter = params.choice("limiter");
  return limiter == "mc" ? params["steepness"] : limiter == "minmod" ? 1.0 : 0.0;
}

/// What the user chose. \pre \p params were declared by with_scheme()
inline solver::SchemeOptions scheme_options(const Params& params) {
  return {.method = static_cast<solver::SchemeOptions::Method>(static_cast<int>(params["scheme"])),
          .beta = limiter_beta(params)};
}

/// What the user chose. \pre \p params were declared by with_gas_scheme()
inline solver::SchemeOptions gas_scheme_options(const Params& params) {
  solver::SchemeOptions options = scheme_options(params);
  options.characteristic = params.choice("slopes") == "characteristic";
  options.lax_friedrichs = params.choice("flux") == "llf";
  return options;
}

}  // namespace evenkeel::kernels
