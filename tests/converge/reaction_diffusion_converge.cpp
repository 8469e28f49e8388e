// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Flames: speeds of fronts, what diffusion alone decides, and ignition. (algorithms 7.7)
#include <map>

#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"

namespace evenkeel::converge {
namespace {

/// Component 0 of a run that varies along axis 0 alone, by x of the cells' centres.
template <int D>
std::map<double, double> profile(const Case<D>& run, const hierarchy::Mesh<D>& mesh) {
  std::map<double, double> values;
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    values[mesh.center(level, cell)[0]] = view(0, cell);
  });
  return values;
}

/// x at which a profile falls through one half.
double front_of(const std::map<double, double>& values) {
  for (auto right = std::next(values.begin()); right != values.end(); ++right) {
    const auto left = std::prev(right);
    if (right->second < 0.5) {
      return left->first +
             (right->first - left->first) * (left->second - 0.5) / (left->second - right->second);
    }
  }
  return values.rbegin()->first;
}

/// Mean speed of the front between two times.
template <int D>
double speed(Case<D>& run, double begin, double end) {
  run.run_to(begin);
  const double before = front_of(profile<D>(run, run.hierarchy().mesh()));
  run.run_to(end);
  return (front_of(profile<D>(run, run.hierarchy().mesh())) - before) / (end - begin);
}

void check_nagumo_speed(Case<1>& run, const std::string& variant) {
  constexpr double kSpeed = 0.3535534;
  check("nagumo", "speed of the front", "exact: sqrt(1/2) (1 - 2 threshold)",
        speed(run, 10.0, 50.0), near(kSpeed, 0.01 * kSpeed), variant);
}

TEST(Nagumo, FrontRunsAtItsSpeedOnUniformGridsByEveryScheme) {
  for (const char* diffusion : {"euler", "rkl3", "rkl4", "rkl5", "rkl7"}) {
    Case<1> run("nagumo", {.params = {{"diffusion", diffusion}}, .cells = {512}, .cfl = 0.8});
    check_nagumo_speed(run, diffusion);
  }
}

TEST(Nagumo, FrontRunsAtItsSpeedThroughLevelsThatFollowIt) {
  Case<1> run("nagumo", {.levels = 3, .cfl = 0.8});  // width over finest cell: 9
  check_nagumo_speed(run, "rkl4, three levels");
  draw_row("nagumo", "u against x", "t = 50, three levels",
           profile<1>(run, run.hierarchy().mesh()));
}

double nagumo_error(const char* diffusion, std::int32_t cells) {
  Case<1> run("nagumo", {.params = {{"diffusion", diffusion}}, .cells = {cells}, .cfl = 0.8});
  run.run_to(20.0);
  return run.error(0).l1;
}

TEST(Nagumo, IsOfSecondOrder) {
  for (const char* diffusion : {"euler", "rkl4"}) {
    const std::vector<double> errors{nagumo_error(diffusion, 256), nagumo_error(diffusion, 512)};
    draw("nagumo", "error against cells", diffusion, {256, 512}, errors);
    check("nagumo", "order on uniform grids", "exact solution", order(errors[0], errors[1]),
          at_least(1.9), diffusion);
  }
}

TEST(Nagumo, AdaptiveErrorIsThatOfTheUniformFineGrid) {
  Case<1> adaptive("nagumo", {.levels = 3, .thresholds = {0.005}, .cfl = 0.8});
  Case<1> uniform("nagumo", {.cells = {512}, .cfl = 0.8});
  adaptive.run_to(20.0);
  uniform.run_to(20.0);

  check("nagumo", "adaptive error / uniform error", "exact solution",
        adaptive.error(0).l1 / uniform.error(0).l1, at_most(1.2));
  check("nagumo", "cells of the adaptive grid / of the uniform one", "-", adaptive.filling(),
        at_most(0.7));
}

/// The one front of Fisher's equation that is known in closed form.
TEST(Fisher, KnownFrontRunsAtItsSpeed) {
  const double exact = 5.0 / std::sqrt(6.0);
  for (const int levels : {1, 3}) {
    Case<1> run("nagumo", {.params = {{"reaction", "logistic"}, {"front", 10.0}},
                           .cells = {levels == 1 ? 512 : 128},
                           .levels = levels,
                           .cfl = 0.8});
    check("nagumo", "speed of Fisher's front", "exact: 5 / sqrt(6)", speed(run, 5.0, 25.0),
          near(exact, (levels == 1 ? 0.001 : 0.01) * exact),
          levels == 1 ? "uniform" : "three levels");
  }
}

/// From a step comes the slowest front, 2 sqrt(D / epsilon), which it nears from below: by the time
/// t it has fallen back by 3/2 ln t.                                                  (Bramson
/// 1983)
TEST(Fisher, StepBecomesTheSlowestFront) {
  constexpr double kBegin = 20.0;
  constexpr double kEnd = 40.0;
  const double theory = 2.0 - 1.5 * std::log(kEnd / kBegin) / (kEnd - kBegin);
  Case<1> run("nagumo", {.params = {{"reaction", "logistic"}, {"start", "step"}, {"front", 10.0}},
                         .cells = {640},
                         .upper = {100.0},
                         .cfl = 0.8});
  check("nagumo", "speed of Fisher's front from a step", "2 less the lag of Bramson 1983",
        speed(run, kBegin, kEnd), near(theory, 0.005 * theory));
  draw_row("nagumo", "u against x", "Fisher, from a step, t = 40",
           profile<1>(run, run.hierarchy().mesh()));
}

/// A planar flame in a narrow channel.
CaseOptions planar(double zeldovich, std::int32_t cells) {
  return {.params = {{"start", "front"}, {"zeldovich", zeldovich}},
          .cells = {cells, 8},
          .upper = {16.0, 16.0 * 8 / cells},
          .cfl = 0.8};
}

/// Runs a planar flame; its speed must be that of an explicit scheme of its own on 1600 cells in
/// one dimension.
double check_flame_speed(Case<2>& run, double expected, double tolerance,
                         const std::string& variant) {
  const double found = speed(run, 4.0, 6.0);
  check("flame2d", "speed of a planar flame", "explicit scheme on 1600 cells", found,
        near(expected, tolerance * expected), variant);
  draw_row("flame2d", "temperature against x", variant, profile<2>(run, run.hierarchy().mesh()));
  return found;
}

TEST(Flame, PlanarFlameRunsAtTheSpeedOfAFineReference) {
  Case<2> run("flame2d", planar(8.0, 512));
  check_flame_speed(run, 0.88898, 0.01, "zeldovich 8");
}

TEST(Flame, SpeedTendsToOneAsTheReactionGetsSteeper) {
  Case<2> ten("flame2d", planar(10.0, 512));
  Case<2> fifteen("flame2d", planar(15.0, 512));
  const double slower = check_flame_speed(ten, 0.90663, 0.01, "zeldovich 10");
  const double faster = check_flame_speed(fifteen, 0.93307, 0.02, "zeldovich 15");

  EXPECT_GT(faster, slower);
  EXPECT_LT(faster, 1.0);
}

TEST(Flame, RefinedFlameRunsAsFastAsTheUniformFineOne) {
  CaseOptions options = planar(8.0, 128);
  options.levels = 3;
  Case<2> run("flame2d", options);
  check_flame_speed(run, 0.88898, 0.01, "zeldovich 8, three levels");
  check("flame2d", "cells of the adaptive grid / of the uniform one", "-", run.filling(),
        at_most(0.5));
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
  const char* const spread = "Gaussians that spread";
  const double coarse = invariant_error(64, 1);
  const double fine = invariant_error(128, 1);

  check("flame2d", "error of T + Y", spread, fine, at_most(2e-3), "128 x 128");
  check("flame2d", "order of T + Y", spread, order(coarse, fine), at_least(1.9));
  check("flame2d", "error of T + Y, refined / uniform", spread, invariant_error(64, 2) / fine,
        at_most(2.0));
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
  std::map<double, double> found;
  std::map<double, double> exact;
  double worst = 0.0;
  constexpr double kStart = 0.6;
  for (const double end : {0.1, 0.2, 0.25, 0.265, 0.275, 0.28, 0.4}) {  // it ignites at 0.28
    Case<2> run("flame2d", {.params = {{"spot", 0.0}, {"gradient", 0.0}, {"temperature", kStart}},
                            .cells = {16, 16},
                            .cfl = 0.1});
    run.run_to(end);
    exact[end] = ignited(8.0, kStart, end);
    run.for_each_cell([&](int, const auto& cell, const auto& view) {
      found[end] = view(0, cell);
      worst = std::max(worst, std::abs(view(0, cell) / exact[end] - 1.0));
    });
  }

  draw_row("flame2d", "temperature of a uniform mixture against time", "run", found);
  draw_row("flame2d", "temperature of a uniform mixture against time", "ordinary equation", exact);
  check("flame2d", "error of the temperature, relative", "ordinary equation, Runge-Kutta", worst,
        at_most(1e-3), "uniform mixture");
}

}  // namespace
}  // namespace evenkeel::converge
