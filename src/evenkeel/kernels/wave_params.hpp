// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The parameters every wave kernel offers.
#pragma once

#include <array>

#include "evenkeel/core/params.hpp"
#include "evenkeel/kernels/scheme_params.hpp"

namespace evenkeel::kernels {

inline constexpr std::array<std::string_view, 2> kWaveSides{"periodic", "outgoing"};

inline constexpr std::array kWaveParams = {
    ParamSpec{.name = "speed",
              .unit = "length/time",
              .fallback = 1.0,
              .min = 1e-6,
              .max = 1e6,
              .help = "of the waves"},
    ParamSpec{.name = "dissipation",
              .unit = "1",
              .fallback = 0.0,
              .min = 0.0,
              .max = 0.5,
              .help = "strength of the damping of ripples of two cells (Kreiss, Oliger); 0: none"},
    ParamSpec{.name = "waves_x",
              .unit = "1/length",
              .fallback = 1.0,
              .min = -64.0,
              .max = 64.0,
              .help = "whole waves along x of a standing or plane wave"},
    ParamSpec{.name = "waves_y",
              .unit = "1/length",
              .fallback = 1.0,
              .min = -64.0,
              .max = 64.0,
              .help = "along y"},
    ParamSpec{.name = "waves_z",
              .unit = "1/length",
              .fallback = 1.0,
              .min = -64.0,
              .max = 64.0,
              .help = "along z, in three dimensions"},
    ParamSpec{.name = "sides",
              .unit = "",
              .help = "of the domain: waves come back on the other side, or leave",
              .choices = kWaveSides}};

/// \p own followed by those of waves.
template <std::size_t N>
constexpr auto with_wave(const std::array<ParamSpec, N>& own) {
  return joined(own, kWaveParams);
}

}  // namespace evenkeel::kernels
