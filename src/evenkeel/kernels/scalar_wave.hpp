// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One field that obeys the wave equation, for the kernels wave2d and wave3d.
#pragma once

#include <array>
#include <memory>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/wave_params.hpp"

namespace evenkeel::kernels {

inline constexpr std::array<std::string_view, 3> kWaveProblems{"gaussian", "standing", "plane"};

inline constexpr auto kScalarWaveParams = with_wave(std::array{
    ParamSpec{.name = "problem",
              .unit = "",
              .help = "a Gaussian at rest in the middle, a standing wave, or a plane one",
              .choices = kWaveProblems},
    ParamSpec{.name = "sigma",
              .unit = "length",
              .fallback = 0.05,
              .min = 0.02,
              .max = 0.2,
              .help = "standard deviation of the Gaussian"}});

/// The case in the unit square or cube of 64 or 32 base cells a side.
template <int D>
std::unique_ptr<ApplicationPlugin> make_scalar_wave(const Params& params);

}  // namespace evenkeel::kernels
