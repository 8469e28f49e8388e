// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two gases: pressure across their contact, and growth of air into SF6. (algorithms 7.3)
#include <gtest/gtest.h>

#include "check.hpp"
#include "evenkeel/solver/schemes/two_gas.hpp"
#include "interface.hpp"

namespace evenkeel::converge {
namespace {

using Flow = solver::TwoGas<2>;

Flow::Values<double> primitive(const storage::View<2>& view, const geometry::Index<2>& cell) {
  Flow::Values<double> u;
  for (std::size_t c = 0; c < u.size(); ++c) {
    u[c] = view(static_cast<int>(c), cell);
  }
  return Flow{}.primitives(u);
}

/// Largest departure from the one pressure around a wavy contact that moves with the frame.
double pressure_error(const char* scheme, const char* flux = "hllc") {
  // The shock is outside of the domain, on the left: all that is inside moves with the frame.
  Case<2> run("rm2d", {.params = {{"gases", "two"},
                                  {"heavy_gamma", 1.09},
                                  {"scheme", scheme},
                                  {"flux", flux},
                                  {"density_ratio", 5.0},
                                  {"interface_position", 4.0},
                                  {"shock_distance", 2.0}},
                       .cells = {64, 32},
                       .lower = {2.5, 0.0},
                       .upper = {4.5, 1.0},
                       .flags = {},
                       .cfl = 0.4});
  double worst = 0.0;
  const double before = run.total(3);
  run.run_to(0.15);
  EXPECT_NE(run.total(3), before) << "the test wants something that moves";
  run.for_each_cell([&](int, const auto& cell, const auto& view) {
    if (cell[0] > 28) {  // what comes in on the left is gas behind the shock
      worst = std::max(worst, std::abs(primitive(view, cell)[Flow::kPressure] - 1.0));
    }
  });
  return worst;
}

TEST(TwoGases, PressureIsUniformAcrossAMovingContact) {
  for (const char* scheme : {"hancock", "rk2", "rk3"}) {
    check("rm2d", "error of a uniform pressure across two gases", "the start",
          pressure_error(scheme), at_most(1e-10), scheme);
  }
}

TEST(TwoGases, PressureIsUniformByHighOrderToo) {
  for (const char* scheme : {"weno5", "eno3"}) {
    EXPECT_LT(pressure_error(scheme), 1e-10) << scheme;
  }
}

TEST(TwoGases, PressureIsUniformByLaxFriedrichsToo) {
  for (const char* scheme : {"hancock", "rk3", "weno5"}) {
    EXPECT_LT(pressure_error(scheme, "llf"), 1e-10) << scheme;
  }
}

constexpr double kWaveNumber = 2.0 * std::numbers::pi;

// Linear compressible theory, in the mean of the window: its late oscillation, from 20 to 40, has a
// mean of 48.85 m/s.
TEST(SlowTwoGases, AirIntoSulphurHexafluorideGrowsAsLinearTheorySays) {
  constexpr double kAmplitude = 0.01;
  constexpr double kDistance = 0.15 + kAmplitude;
  constexpr double kSound = 139.902;  // after refraction, in SF6 [m/s]
  constexpr double kShock = 436.343;  // [m/s]
  constexpr double kTheory = 48.61;   // [m/s]
  Case<2> run("rm2d", {.params = {{"gases", "air_sf6"},
                                  {"mach", 1.24},
                                  {"amplitude", kAmplitude},
                                  {"shock_distance", kDistance}},
                       .cells = {256, 64},
                       .levels = 3,
                       .cfl = 0.8});
  const auto time_of = [&](double phase) {
    return kDistance / kShock + phase / (kWaveNumber * kSound);
  };
  run.run_to(time_of(2.0));
  const double before = fundamental(run);
  run.run_to(time_of(7.0));
  const double after = fundamental(run);
  const double growth =
      (after - before) / ((time_of(7.0) - time_of(2.0)) * kWaveNumber * kAmplitude);

  check("rm2d", "growth of air into SF6, m/s", "linear compressible theory", growth,
        near(kTheory, 0.02 * kTheory), "256 cells a wave");
}

}  // namespace
}  // namespace evenkeel::converge
