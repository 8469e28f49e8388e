// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Waves: orders, energy, what a pulse becomes, what an interface and a side give back,
/// constraints. (algorithms 7.2)
#include <numbers>

#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"

namespace evenkeel::converge {
namespace {

constexpr const char* kErrors = "error of u against cells a side";

/// Order between the last two of the grids of so many cells a side; draws all errors.
template <class ErrorOn>
double study(const char* kernel, const std::string& label, const std::vector<double>& cells,
             const ErrorOn& error_on) {
  std::vector<double> errors;
  for (const double side : cells) {
    errors.push_back(error_on(static_cast<std::int32_t>(side)));
  }
  draw(kernel, kErrors, label, cells, errors);
  return order(errors[errors.size() - 2], errors.back());
}

template <int D>
CaseOptions options_of(const ParamValues& params, std::int32_t cells) {
  return {.params = params, .cells = std::vector<std::int32_t>(D, cells)};
}

/// L1 error of u on a uniform grid of \p cells cells a side.
template <int D>
double error_of(const ParamValues& params, std::int32_t cells, double time) {
  Case<D> run(D == 2 ? "wave2d" : "wave3d", options_of<D>(params, cells));
  run.run_to(time);
  return run.error(0).l1;
}

TEST(Wave, DifferencesAreOfFourthOrder) {
  for (const char* problem : {"standing", "plane"}) {
    for (const double dissipation : {0.0, 0.2}) {
      const ParamValues params{
          {"problem", problem}, {"dissipation", dissipation}, {"waves_x", 2.0}};
      const std::string label =
          std::string(problem) + (dissipation > 0.0 ? ", dissipation 0.2" : "");
      const double found = study("wave2d", label, {32, 64, 128}, [&](std::int32_t cells) {
        return error_of<2>(params, cells, 0.5);
      });

      check("wave2d", "order on uniform grids", "exact solution", found, at_least(3.8), label);
    }
    const double found = study("wave3d", problem, {16, 32}, [&](std::int32_t cells) {
      return error_of<3>({{"problem", problem}}, cells, 0.3);
    });
    check("wave3d", "order on uniform grids", "exact solution", found, at_least(3.8), problem);
  }
}

TEST(Wave, PulseSpreadsAsTheExactOne) {
  const ParamValues wide{{"sigma", 0.1}};
  const double two = study("wave2d", "pulse", {32, 64, 128},
                           [&](std::int32_t cells) { return error_of<2>(wide, cells, 0.25); });
  const double three = study("wave3d", "pulse", {16, 32, 64},
                             [&](std::int32_t cells) { return error_of<3>(wide, cells, 0.25); });

  check("wave2d", "order of a pulse", "integral over Bessel functions", two, at_least(3.8));
  check("wave3d", "order of a pulse", "closed form", three, at_least(3.8));
}

/// What the run has at a distance from the middle, along x: the cubic through four cells.
template <int D>
double value_at(Case<D>& run, double distance) {
  const double h = 1.0 / run.hierarchy().mesh().cells[0];
  const double at = (0.5 + distance) / h - 0.5;
  const auto first = static_cast<std::int32_t>(std::floor(at));
  const double x = at - first;
  std::array<double, 4> line{};
  const auto middle = static_cast<std::int32_t>(std::lround(0.5 / h));
  run.for_each_cell([&](int, const auto& cell, const auto& view) {
    const std::int32_t along = cell[0] - (first - 1);
    double weight = along >= 0 && along < 4 ? 1.0 : 0.0;
    for (std::size_t d = 1; d < D; ++d) {  // the line runs between cells: -1 9 9 -1 across it
      const std::int32_t across = cell[d] - (middle - 2);
      constexpr std::array kAcross = {-1.0 / 16.0, 9.0 / 16.0, 9.0 / 16.0, -1.0 / 16.0};
      weight *= across >= 0 && across < 4 ? kAcross[static_cast<std::size_t>(across)] : 0.0;
    }
    if (weight != 0.0) {
      line[static_cast<std::size_t>(along)] += weight * view(0, cell);
    }
  });
  const std::array weights = {-x * (x - 1.0) * (x - 2.0) / 6.0,
                              (x + 1.0) * (x - 1.0) * (x - 2.0) / 2.0,
                              -(x + 1.0) * x * (x - 2.0) / 2.0, (x + 1.0) * x * (x - 1.0) / 6.0};
  return weights[0] * line[0] + weights[1] * line[1] + weights[2] * line[2] + weights[3] * line[3];
}

/// sigma = 0.05, c = 1.                                                        (algorithms 7.2)
TEST(Wave, PulseHasTheTabulatedValues) {
  Case<2> two("wave2d", {.cells = {192, 192}});
  two.run_to(0.1);
  check("wave2d", "u(0, 0.1) of a pulse", "adaptive quadrature", value_at(two, 0.0),
        near(-0.2799761491, 1e-4));
  two.run_to(0.25);
  constexpr double kTwo[][2] = {{0.0, -0.0462287860},
                                {0.1, -0.0710810402},
                                {0.2, -0.0468906410},
                                {0.25, 0.1238392738},
                                {0.3, 0.1318323741}};
  for (const auto& [r, u] : kTwo) {
    check("wave2d", "u(r, 0.25) of a pulse", "adaptive quadrature", value_at(two, r), near(u, 1e-4),
          fmt::format("r = {}", r));
  }
  Case<3> three("wave3d", {.cells = {96, 96, 96}, .cfl = 0.9});
  three.run_to(0.1);
  check("wave3d", "u(0, 0.1) of a pulse", "closed form", value_at(three, 0.0),
        near(-0.4060058497, 2e-3));
  three.run_to(0.25);
  check("wave3d", "u(r, 0.25) of a pulse", "closed form", value_at(three, 0.2),
        near(-0.0758163325, 2e-3), "r = 0.2");
  check("wave3d", "u(r, 0.25) of a pulse", "closed form", value_at(three, 0.3),
        near(0.0505442216, 2e-3), "r = 0.3");
}

/// Error of a pulse refined where it is above 0.1, so that waves cross interfaces.
template <int D>
double adaptive_error(std::int32_t cells) {
  CaseOptions options = options_of<D>({{"sigma", 0.1}}, cells);
  options.levels = 2;
  options.flags = {.kind = solver::FlagRule::Kind::kValue, .threshold = {0.1}};
  options.max_box = 32;
  Case<D> run(D == 2 ? "wave2d" : "wave3d", options);
  EXPECT_GT(run.hierarchy().finest(), 0);
  run.run_to(0.2);
  return run.error(0).l1;
}

TEST(Wave, RefinementKeepsSecondOrderAndMore) {
  const double two = study("wave2d", "pulse, two levels", {32, 64, 128}, adaptive_error<2>);

  check("wave2d", "order with refinement", "exact solution", two, at_least(1.9));
}

TEST(Wave, RefinementKeepsSecondOrderInThreeDimensionsSlow) {
  const double three = study("wave3d", "pulse, two levels", {16, 32, 64}, adaptive_error<3>);

  check("wave3d", "order with refinement", "exact solution", three, at_least(1.9));
}

/// Error of a plane wave of which the crests at the start are refined, and stay so.
double crossing_error(std::int32_t cells) {
  CaseOptions options = options_of<2>({{"problem", "plane"}}, cells);
  options.levels = 2;
  options.flags = {.kind = solver::FlagRule::Kind::kValue, .threshold = {0.5}};
  options.regrid_interval = 0;
  Case<2> run("wave2d", options);
  EXPECT_GT(run.hierarchy().finest(), 0);
  run.run_to(0.7);
  return run.error(0).l1;
}

TEST(Wave, InterfacesKeepTheOrderOfAPlaneWave) {
  const double found = study("wave2d", "plane, two levels", {32, 64, 128}, crossing_error);

  check("wave2d", "order of a plane wave across interfaces", "exact solution", found,
        at_least(3.4));
}

/// A pulse of five finest cells that has moved by two of its widths: most of the square is at rest.
TEST(Wave, AdaptiveErrorIsThatOfTheUniformFineGrid) {
  const ParamValues narrow{{"sigma", 0.03}};
  Case<2> adaptive("wave2d", {.params = narrow, .levels = 3, .thresholds = {0.001}});
  Case<2> uniform("wave2d", {.params = narrow, .cells = {256, 256}});
  adaptive.run_to(0.05);
  uniform.run_to(0.05);

  check("wave2d", "adaptive error / uniform error", "exact solution",
        adaptive.error(0).l1 / uniform.error(0).l1, at_most(1.2));
  check("wave2d", "updates of the adaptive grid / of the uniform one", "-",
        static_cast<double>(adaptive.updates()) / static_cast<double>(uniform.updates()),
        at_most(0.2));
}

template <int D>
double energy(Case<D>& run) {
  run.integrator().fill_ghosts();
  return solver::monitored(run.hierarchy(), run.application())[0];
}

TEST(Wave, EnergyStaysOverTenPeriods) {
  const double period = 1.0 / std::numbers::sqrt2;
  Case<2> run("wave2d", {.params = {{"problem", "standing"}}});
  const double before = energy(run);
  run.run_to(10.0 * period);

  // The mean of omega^2 cos^2 cos^2 / 2, omega^2 = 8 pi^2.
  check("wave2d", "energy of a standing wave", "integral", before,
        near(std::numbers::pi * std::numbers::pi, 1e-3));
  check("wave2d", "its drift over ten periods", "conservation",
        std::abs(energy(run) / before - 1.0), at_most(1e-4));
}

TEST(Wave, EnergyStaysOverTenPeriodsInThreeDimensions) {
  const double period = 1.0 / std::sqrt(3.0);
  Case<3> run("wave3d", {.params = {{"problem", "standing"}}, .cfl = 0.9});
  const double before = energy(run);
  run.run_to(10.0 * period);

  // The mean of omega^2 cos^2 cos^2 cos^2 / 2, omega^2 = 12 pi^2.
  constexpr double kEnergy = 0.75 * std::numbers::pi * std::numbers::pi;
  check("wave3d", "energy of a standing wave", "integral", before, near(kEnergy, 1e-3));
  check("wave3d", "its drift over ten periods", "conservation",
        std::abs(energy(run) / before - 1.0), at_most(1e-4));
}

/// A packet of wave length 16 coarse cells meets finer cells; what is left where it came from.
TEST(Wave, InterfaceReflectsLittle) {
  constexpr double kWidth = 0.04;
  constexpr double kWave = 2.0 * std::numbers::pi * 8.0;
  // u > 0, so finer cells, up to x = 0.25 and from x = 0.75 on; they stay there.
  Case<2> run("wave2d", {.params = {{"problem", "plane"}, {"waves_y", 0.0}},
                         .cells = {128, 16},
                         .upper = {1.0, 0.125},
                         .levels = 2,
                         .flags = {{.kind = solver::FlagRule::Kind::kValue, .threshold = {0.0}}},
                         .regrid_interval = 0});
  for (int level = 0; level < 2; ++level) {
    for (const storage::Patch<2>& patch : run.hierarchy().level(level).patches()) {
      storage::for_each_row(patch.box, [&](geometry::Index<2> cell, std::int32_t count) {
        for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
          const double x = run.hierarchy().mesh().center(level, cell)[0] - 0.5;
          const double envelope = std::exp(-x * x / (2.0 * kWidth * kWidth));
          patch.state.view()(0, cell) = envelope * std::cos(kWave * x);
          patch.state.view()(1, cell) = envelope * (x / (kWidth * kWidth) * std::cos(kWave * x) +
                                                    kWave * std::sin(kWave * x));
        }
      });
    }
  }
  run.run_to(0.5);
  double reflected = 0.0;
  double passed = 0.0;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    double& most = level == 0 ? reflected : passed;
    most = std::max(most, std::abs(view(0, cell)));
  });

  check("wave2d", "reflection at a finer level, 16 cells a wave", "amplitude of the packet",
        reflected, at_most(1e-3));
  check("wave2d", "what passes", "amplitude of the packet", passed, near(1.0, 0.02));
}

TEST(Wave, LeavesThroughOutgoingSides) {
  Case<2> run("wave2d", {.params = {{"sides", "outgoing"}}});
  const double before = energy(run);
  run.run_to(1.5);

  check("wave2d", "energy left after the pulse has left", "energy of the pulse",
        energy(run) / before, at_most(0.01));
}

/// Root mean square of a monitor of vector_wave2d.
double monitor(Case<2>& run, std::size_t number) {
  run.integrator().fill_ghosts();
  return std::sqrt(solver::monitored(run.hierarchy(), run.application())[number]);
}

TEST(VectorWave, PlaneWaveAndDivergenceAreOfFourthOrder) {
  const ParamValues plane{{"problem", "plane"}, {"waves_x", 2.0}};
  std::vector<double> divergence;
  double trace = 0.0;
  const double found = study("vector_wave2d", "plane", {32, 64, 128}, [&](std::int32_t cells) {
    Case<2> run("vector_wave2d", options_of<2>(plane, cells));
    run.run_to(0.5);
    divergence.push_back(monitor(run, 2));
    trace = std::max(trace, monitor(run, 1));
    return run.error(0).l1;
  });
  draw("vector_wave2d", kErrors, "divergence, plane", {32, 64, 128}, divergence);

  check("vector_wave2d", "order on uniform grids", "exact solution", found, at_least(3.8));
  check("vector_wave2d", "order of the divergence", "zero", order(divergence[1], divergence[2]),
        at_least(3.8), "plane");
  check("vector_wave2d", "trace, root mean square", "zero", trace, at_most(1e-13), "plane");
}

TEST(VectorWave, PacketKeepsTheConstraintsUnderRefinement) {
  std::vector<double> divergence;
  double trace = 0.0;
  for (const std::int32_t cells : {64, 128}) {
    Case<2> run("vector_wave2d", {.cells = {cells, cells}, .levels = 2, .max_box = 32});
    EXPECT_GT(run.hierarchy().finest(), 0);
    run.run_to(0.2);
    divergence.push_back(monitor(run, 2));
    trace = std::max(trace, monitor(run, 1));
  }

  draw("vector_wave2d", kErrors, "divergence, packet, two levels", {64, 128}, divergence);
  check("vector_wave2d", "order of the divergence", "zero", order(divergence[0], divergence[1]),
        at_least(1.9), "packet, two levels");
  check("vector_wave2d", "trace, root mean square", "zero", trace, at_most(1e-12),
        "packet, two levels");
}

}  // namespace
}  // namespace evenkeel::converge
