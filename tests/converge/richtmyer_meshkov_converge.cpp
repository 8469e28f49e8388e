// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Growth of the Richtmyer-Meshkov instability against linear compressible theory. (algorithms 7.3)
#include <cmath>

#include <gtest/gtest.h>

#include "check.hpp"
#include "evenkeel/solver/schemes/euler.hpp"
#include "interface.hpp"

namespace evenkeel::converge {
namespace {

constexpr double kShockSpeed = 1.77482;
constexpr double kSoundSpeed = 0.8176;  ///< the smaller one after refraction

/// A tube with a ripple, and what linear theory scales with; the ripple is a wave across the
/// tube of width 1 in every direction.
template <int D>
struct Ripple {
  double amplitude;
  double wave_number = 2.0 * std::numbers::pi * std::sqrt(D - 1.0);
  double distance = 0.15 + amplitude;  ///< from the shock at the start to the mean interface

  /// Time at which k c t is \p phase, t from the contact of shock and interface.
  double time_of(double phase) const {
    return distance / kShockSpeed + phase / (wave_number * kSoundSpeed);
  }
};

/// Half the distance from spike to bubble on the symmetry lines.
double tips(const Case<2>& run) {
  const auto interface = interface_of(run);
  const auto half = static_cast<std::int32_t>(interface.size() / 2);
  return 0.5 * (interface.at({0, 0}) - interface.at({0, half}));
}

/// Ends of the window in k c t over which growth is averaged.
constexpr double kBegin = 2.0;
constexpr double kEnd = 7.0;

/// Mean of v / (k a0) over the window, which ends now, by the amplitude that it began with.
template <int D>
double mean_growth(const Ripple<D>& ripple, double before, double now) {
  const double duration = ripple.time_of(kEnd) - ripple.time_of(kBegin);
  return (now - before) / (duration * ripple.wave_number * ripple.amplitude);
}

template <int D>
Case<D> rippled(const char* kernel, const Ripple<D>& ripple, CaseOptions options) {
  options.params = {{"amplitude", ripple.amplitude}, {"shock_distance", ripple.distance}};
  options.levels = 3;
  options.cfl = 0.8;
  return Case<D>(kernel, options);
}

/// What the fundamental is just after the shock over what it was.
template <int D>
double compression(Case<D>& run, const Ripple<D>& ripple) {
  run.run_to(ripple.time_of(0.15));
  return fundamental(run) / ripple.amplitude;
}

struct Growth {
  double compression = 0.0;
  double fundamental = 0.0;
  double tips = 0.0;
};

Growth growth(std::int32_t base_cells) {
  const Ripple<2> ripple{.amplitude = 0.01};
  Case<2> run = rippled<2>("rm2d", ripple, {.cells = {4 * base_cells, base_cells}});
  const double squeezed = compression(run, ripple);
  run.run_to(ripple.time_of(kBegin));
  const double before = fundamental(run);
  const double tips_before = tips(run);
  run.run_to(ripple.time_of(kEnd));
  return {squeezed, mean_growth(ripple, before, fundamental(run)),
          mean_growth(ripple, tips_before, tips(run))};
}

constexpr double kTheory = 0.2197;
constexpr double kCompression = 0.659197;

TEST(RichtmyerMeshkov, RippleGrowsAsLinearTheorySays) {
  const Growth coarse = growth(32);
  const Growth fine = growth(64);  // 256 finest cells a wavelength

  check("rm2d", "growth of the fundamental", "linear compressible theory", fine.fundamental,
        near(kTheory, 0.01 * kTheory), "256 cells a wave");
  check("rm2d", "growth of the fundamental", "linear compressible theory", coarse.fundamental,
        near(kTheory, 0.01 * kTheory), "128 cells a wave");
  check("rm2d", "growth of the tips", "linear compressible theory", fine.tips,
        near(kTheory, 0.01 * kTheory), "256 cells a wave");
  check("rm2d", "growth of the tips", "linear compressible theory", coarse.tips,
        near(kTheory, 0.04 * kTheory), "128 cells a wave");
  EXPECT_LT(std::abs(fine.tips - kTheory), std::abs(coarse.tips - kTheory));
  check("rm2d", "compression by the shock", "1 - u* / Wi", fine.compression,
        near(kCompression, 0.02 * kCompression));
}

TEST(RichtmyerMeshkov, TipsGrowAsLinearTheorySaysOnFinerGridsToo) {
  check("rm2d", "growth of the tips", "linear compressible theory", growth(128).tips,
        near(kTheory, 0.01 * kTheory), "512 cells a wave");
}

/// Without a ripple all is one-dimensional: the shock is refracted as the exact solution says.
TEST(RichtmyerMeshkov, PlaneShockIsRefractedAsTheExactSolutionSays) {
  using Gas = solver::Euler<3>;
  Case<3> run("rm3d", {.params = {{"amplitude", 0.0}},
                       .cells = {128, 4, 4},
                       .upper = {4.0, 0.125, 0.125},
                       .levels = 3});
  run.run_to(0.5);
  std::map<double, double> pressure;
  std::map<double, double> density;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    Gas::Values<double> u;
    for (std::size_t c = 0; c < u.size(); ++c) {
      u[c] = view(static_cast<int>(c), cell);
    }
    const double x = run.hierarchy().mesh().center(level, cell)[0];
    pressure[x] = Gas{}.primitives(u)[Gas::kPressure];
    density[x] = u[Gas::kDensity];
  });
  draw_row("rm3d", "density of a plane wave against x", "three levels", density);
  // The contact meets the shock at x = 1.915 and stays there; the shocks are at 1.46 and 2.11.
  constexpr double kBefore = 1.75;
  constexpr double kBehind = 2.0;
  constexpr const char* kExact = "exact Riemann solution";
  check("rm3d", "pressure at the contact", kExact, pressure.lower_bound(kBefore)->second,
        near(3.062227, 0.005 * 3.062227));
  check("rm3d", "density of the light gas", kExact, density.lower_bound(kBefore)->second,
        near(2.177721, 0.005 * 2.177721));
  check("rm3d", "density of the heavy gas", kExact, density.lower_bound(kBehind)->second,
        near(6.413444, 0.005 * 6.413444));
}

/// What a wall that the shock has reached sends back, alone on the way through a gas that stays at
/// rest up to then.
TEST(RichtmyerMeshkov, WallSendsTheShockBackThroughAGasAtRest) {
  using Gas = solver::Euler<2>;
  Case<2> run("rm2d", {.params = {{"amplitude", 0.0}, {"frame", "lab"}},
                       .cells = {128, 4},
                       .upper = {4.0, 0.125},
                       .levels = 3,
                       .end = solver::BoundaryKind::kReflect});
  const auto at_wall = [&] {
    Gas::Values<double> w{};
    double end = 0.0;
    run.for_each_cell([&](int level, const auto& cell, const auto& view) {
      const double x = run.hierarchy().mesh().center(level, cell)[0];
      if (x > end) {
        end = x;
        for (std::size_t c = 0; c < w.size(); ++c) {
          w[c] = view(static_cast<int>(c), cell);
        }
      }
    });
    return Gas{}.primitives(w);
  };
  // The transmitted shock runs at 1.136 from x = 2 at t = 0.141 and is at the wall at 1.90.
  run.run_to(1.7);
  const auto before = at_wall();
  check("rm2d", "velocity at a wall before the shock", "rest", std::abs(before[Gas::kMomentum]),
        at_most(1e-12));
  check("rm2d", "density at a wall before the shock", "the start", before[Gas::kDensity],
        near(3.0, 1e-12));
  run.run_to(2.2);
  const auto behind = at_wall();
  // By the jump conditions of a shock that brings gas of u*, p* and rho_B to rest.
  constexpr double kReflected = 7.940174;
  check("rm2d", "pressure at a wall after the shock", "exact Riemann solution",
        behind[Gas::kPressure], near(kReflected, 0.001 * kReflected));
  check("rm2d", "velocity at a wall after the shock", "rest", std::abs(behind[Gas::kMomentum]),
        at_most(0.001));
}

/// Growth over the window of the same ripple both ways across the tube. Its wave is shorter by the
/// root of 2, so its cells are fewer: 45 a wave.
TEST(RichtmyerMeshkov, RippleBothWaysGrowsAsLinearTheorySays) {
  const Ripple<3> ripple{.amplitude = 0.02};
  Case<3> run = rippled<3>(
      "rm3d", ripple, {.cells = {40, 16, 16}, .lower = {0.5, 0.0, 0.0}, .upper = {3.0, 1.0, 1.0}});
  run.run_to(ripple.time_of(kBegin));
  const double before = fundamental(run);
  run.run_to(ripple.time_of(kEnd));
  check("rm3d", "growth of the fundamental", "linear compressible theory",
        mean_growth(ripple, before, fundamental(run)), near(kTheory, 0.12 * kTheory),
        "45 cells a wave");
}

}  // namespace
}  // namespace evenkeel::converge
