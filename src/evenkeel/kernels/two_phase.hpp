// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two incompressible fluids in a rock, for the kernels bl2d and bl3d.
#pragma once

#include <array>
#include <memory>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/scheme_params.hpp"

namespace evenkeel::kernels {

inline constexpr std::array<std::string_view, 3> kWellPatterns{"five_spot", "repeated", "channel"};
inline constexpr std::array<std::string_view, 3> kFluids{"oil_water", "tracer", "frozen"};
inline constexpr std::array<std::string_view, 2> kRocks{"constant", "lognormal"};

inline constexpr std::array kTwoPhaseParams{
    ParamSpec{.name = "problem",
              .unit = "",
              .help = "a quarter five-spot from corner to corner, repeated five-spots, or a "
                      "channel along x; a pore volume enters in unit time",
              .choices = kWellPatterns},
    ParamSpec{.name = "fluid",
              .unit = "",
              .help = "water that drives oil out, a tracer in one fluid, or water that drives oil "
                      "out at velocities that stay as they are",
              .choices = kFluids},
    ParamSpec{.name = "viscosity_ratio",
              .unit = "1",
              .fallback = 0.5,
              .min = 1e-3,
              .max = 1e3,
              .help = "M, viscosity of water over that of oil"},
    ParamSpec{.name = "rock",
              .unit = "",
              .help = "permeability: the same everywhere, or lognormal with Gaussian correlation",
              .choices = kRocks},
    ParamSpec{.name = "permeability",
              .unit = "length^2",
              .fallback = 1.0,
              .min = 1e-12,
              .max = 1e12,
              .help = "geometric mean over the rock"},
    ParamSpec{.name = "sigma",
              .unit = "1",
              .fallback = 1.0,
              .min = 0.0,
              .max = 3.0,
              .help = "standard deviation of the logarithm of a lognormal permeability"},
    ParamSpec{.name = "correlation",
              .unit = "length",
              .fallback = 0.1,
              .min = 1e-3,
              .max = 10.0,
              .help = "length of a lognormal permeability"},
    ParamSpec{.name = "seed",
              .unit = "1",
              .fallback = 1.0,
              .min = 0.0,
              .max = 1e9,
              .help = "of a lognormal permeability",
              .is_whole = true},
    ParamSpec{.name = "patterns",
              .unit = "1",
              .fallback = 2.0,
              .min = 1.0,
              .max = 16.0,
              .help = "repeated five-spots along x and y",
              .is_whole = true},
    ParamSpec{.name = "well_size",
              .unit = "length",
              .fallback = 0.03125,
              .min = 1e-6,
              .max = 0.25,
              .help = "side of a well, in which its rate is spread evenly"},
    ParamSpec{.name = "tolerance",
              .unit = "1",
              .fallback = 1e-10,
              .min = 1e-14,
              .max = 1e-3,
              .help = "residual that ends a solve for the pressure, as a part of the sources"},
    ParamSpec{.name = "pressure_interval",
              .unit = "step",
              .fallback = 1.0,
              .min = 1.0,
              .max = 1000.0,
              .help = "steps of the base from one pressure to the next, n_p; new levels have a "
                      "new one in any case, so give mesh.regrid_interval too",
              .is_whole = true},
    ParamSpec{.name = "limiter",
              .unit = "",
              .help = "of the slopes of the saturation: steep, cautious, or none (first order)",
              .choices = kLimiters},
    ParamSpec{.name = "steepness",
              .unit = "1",
              .fallback = 2.0,
              .min = 1.0,
              .max = 2.0,
              .help = "beta of the mc limiter"}};

/// Pressure implicit, saturation explicit:
///
///     div v = q,  v = -K mobility(S) grad p        on all levels together, before every n_p-th
///                                                  coarse step and after regrids
///     S_t + div(f(S) v) = q_in + f(S) q_out        MUSCL, upwind, two Runge-Kutta stages
///
/// Components: saturation, pressure, and the velocities through the lower and the upper faces of a
/// cell. The unit square or cube of 64 or 32 base cells a side.   (algorithms 7.5; Aziz, Settari
/// 1979)
template <int D>
std::unique_ptr<ApplicationPlugin> make_two_phase(const Params& params);

}  // namespace evenkeel::kernels
