// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Flames: speeds of fronts, what diffusion alone decides, and ignition. (algorithms 7.7)
#include <map>

#include <gtest/gtest.h>

#include "case.hpp"

namespace evenkeel::converge {
namespace {

/// x at which component 0 of a run that varies along axis 0 alone falls through one half.
template <int D>
double front_of(const Case<D>& run, const hierarchy::Mesh<D>& mesh) {
  double last = mesh.lower[0];
  double last_value = 1.0;
  std::map<double, double> values;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    values[mesh.center(level, cell)[0]] = view(0, cell);
  });
  for (const auto& [x, value] : values) {
    if (value < 0.5) {
      return last + (x - last) * (last_value - 0.5) / (last_value - value);
    }
    last = x;
    last_value = value;
  }
  return last;
}

/// Mean speed of the front between two times.
template <int D>
double speed(Case<D>& run, double begin, double end) {
  run.run_to(begin);
  const double before = front_of<D>(run, run.hierarchy().mesh());
  run.run_to(end);
  return (front_of<D>(run, run.hierarchy().mesh()) - before) / (end - begin);
}

constexpr double kNagumoSpeed = 0.3535534;

TEST(Nagumo, FrontRunsAtItsSpeedOnUniformGridsByEveryScheme) {
  for (const char* diffusion : {"euler", "rkl3", "rkl4", "rkl5", "rkl7"}) {
    Case<1> run("nagumo", {.params = {{"diffusion", diffusion}}, .cells = {512}, .cfl = 0.8});
    EXPECT_NEAR(speed(run, 10.0, 50.0), kNagumoSpeed, 0.01 * kNagumoSpeed) << diffusion;
  }
}

TEST(Nagumo, FrontRunsAtItsSpeedThroughLevelsThatFollowIt) {
  Case<1> run("nagumo", {.levels = 3, .cfl = 0.8});  // width over finest cell: 9
  EXPECT_NEAR(speed(run, 10.0, 50.0), kNagumoSpeed, 0.01 * kNagumoSpeed);
}

double nagumo_error(const char* diffusion, std::int32_t cells) {
  Case<1> run("nagumo", {.params = {{"diffusion", diffusion}}, .cells = {cells}, .cfl = 0.8});
  run.run_to(20.0);
  return run.error(0).l1;
}

TEST(Nagumo, IsOfSecondOrder) {
  for (const char* diffusion : {"euler", "rkl4"}) {
    EXPECT_GE(order(nagumo_error(diffusion, 256), nagumo_error(diffusion, 512)), 1.9) << diffusion;
  }
}

TEST(Nagumo, AdaptiveErrorIsThatOfTheUniformFineGrid) {
  Case<1> adaptive("nagumo", {.levels = 3, .thresholds = {0.005}, .cfl = 0.8});
  Case<1> uniform("nagumo", {.cells = {512}, .cfl = 0.8});
  adaptive.run_to(20.0);
  uniform.run_to(20.0);

  EXPECT_LE(adaptive.error(0).l1, 1.2 * uniform.error(0).l1);
  EXPECT_LE(adaptive.filling(), 0.7);
}

/// A planar flame in a narrow channel.
CaseOptions planar(double zeldovich, std::int32_t cells) {
  return {.params = {{"start", "front"}, {"zeldovich", zeldovich}},
          .cells = {cells, 8},
          .upper = {16.0, 16.0 * 8 / cells},
          .cfl = 0.8};
}

// Speeds of an explicit scheme of its own on 1600 cells in one dimension.
TEST(Flame, PlanarFlameRunsAtTheSpeedOfAFineReference) {
  Case<2> run("flame2d", planar(8.0, 512));
  EXPECT_NEAR(speed(run, 4.0, 6.0), 0.88898, 0.01 * 0.88898);
}

TEST(Flame, SpeedTendsToOneAsTheReactionGetsSteeper) {
  Case<2> ten("flame2d", planar(10.0, 512));
  Case<2> fifteen("flame2d", planar(15.0, 512));
  const double slower = speed(ten, 4.0, 6.0);
  const double faster = speed(fifteen, 4.0, 6.0);

  EXPECT_NEAR(slower, 0.90663, 0.01 * 0.90663);
  EXPECT_NEAR(faster, 0.93307, 0.02 * 0.93307);
  EXPECT_GT(faster, slower);
  EXPECT_LT(faster, 1.0);
}

TEST(Flame, RefinedFlameRunsAsFastAsTheUniformFineOne) {
  CaseOptions options = planar(8.0, 128);
  options.levels = 3;
  Case<2> run("flame2d", options);
  EXPECT_NEAR(speed(run, 4.0, 6.0), 0.88898, 0.01 * 0.88898);
  EXPECT_LT(run.filling(), 0.5);
}

/// Largest error of T + Y, which three Gaussians spread by diffusion alone, over the domain.
double invariant_error(std::int32_t cells, int levels) {
  constexpr double kRadius = 0.8;
  constexpr double kSpot = 0.8;
  constexpr double kEnd = 0.3;
  Case<2> run("flame2d", {.params = {{"gradient", 0.0}, {"spot", kSpot}},
                          .cells = {cells, cells},
                          .levels = levels,
                          .cfl = 0.8});
  run.run_to(kEnd);
  const double variance = kRadius * kRadius + 2.0 * kEnd;
  double worst = 0.0;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    const auto x = run.hierarchy().mesh().center(level, cell);
    double exact = 1.0;
    for (const auto& [cx, cy] : {std::pair(5.0, 5.0), std::pair(11.5, 6.0), std::pair(8.0, 11.5)}) {
      const double square = (x[0] - cx) * (x[0] - cx) + (x[1] - cy) * (x[1] - cy);
      exact += kSpot * kRadius * kRadius / variance * std::exp(-0.5 * square / variance);
    }
    worst = std::max(worst, std::abs(view(0, cell) + view(1, cell) - exact));
  });
  return worst;
}

TEST(Flame, HeatAndFuelTogetherOnlyDiffuse) {
  const double coarse = invariant_error(64, 1);
  const double fine = invariant_error(128, 1);

  EXPECT_LT(fine, 2e-3);
  EXPECT_GE(order(coarse, fine), 1.9);
  EXPECT_LT(invariant_error(64, 2), 2.0 * fine) << "refinement interfaces add little";
}

/// Temperature of a uniform mixture at \p time by tiny steps of a classical Runge-Kutta method.
double ignited(double zeldovich, double temperature, double time) {
  constexpr int kSteps = 200'000;
  const double all = 1.0 + temperature;
  const auto rate = [&](double t) {
    return 0.5 * zeldovich * zeldovich * (all - t) *
           std::exp(-zeldovich * (1.0 - t) / (1.0 - 0.85 * (1.0 - t)));
  };
  const double dt = time / kSteps;
  for (int n = 0; n < kSteps; ++n) {
    const double k1 = rate(temperature);
    const double k2 = rate(temperature + 0.5 * dt * k1);
    const double k3 = rate(temperature + 0.5 * dt * k2);
    const double k4 = rate(temperature + dt * k3);
    temperature += dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  return temperature;
}

TEST(Flame, UniformMixtureIgnitesAsTheOrdinaryEquationSays) {
  for (const double end : {0.2, 0.3, 0.4, 0.6}) {  // before, during and after ignition
    Case<2> run("flame2d", {.params = {{"spot", 0.0}, {"gradient", 0.0}, {"temperature", 0.7}},
                            .cells = {16, 16},
                            .cfl = 0.1});
    run.run_to(end);
    run.for_each_cell([&, exact = ignited(8.0, 0.7, end)](int, const auto& cell, const auto& view) {
      EXPECT_NEAR(view(0, cell), exact, 1e-3 * exact) << end;
    });
  }
}

}  // namespace
}  // namespace evenkeel::converge
