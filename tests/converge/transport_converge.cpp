// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Transport of a scalar: orders, mass, refinement against uniform grids. (algorithms 7.1)
#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"

namespace evenkeel::converge {
namespace {

constexpr const char* kErrors = "error against cells a side";

/// L1 error of tp2d's Gaussian after \p time on a uniform grid.
double error_of(const ParamValues& params, std::int32_t cells, double time) {
  Case<2> run("tp2d", {.params = params, .cells = {cells, cells}});
  run.run_to(time);
  return run.error(0).l1;
}

TEST(Transport, MusclIsOfSecondOrder) {
  // The limiter clips the peak at every stage, so more in Runge-Kutta schemes.
  const std::pair<const char*, double> schemes[] = {{"hancock", 1.9}, {"rk2", 1.85}, {"rk3", 1.85}};
  for (const auto& [scheme, least] : schemes) {
    const ParamValues params{{"scheme", scheme}, {"sigma", 0.1}};

    const std::vector<double> errors{error_of(params, 128, 0.4), error_of(params, 256, 0.4)};
    draw("tp2d", kErrors, scheme, {128, 256}, errors);
    check("tp2d", "order on uniform grids", "exact solution", order(errors[0], errors[1]),
          at_least(least), scheme);
  }
}

TEST(Transport, UpwindIsOfFirstOrder) {
  const ParamValues params{{"limiter", "upwind1"}, {"sigma", 0.1}};

  const std::vector<double> errors{error_of(params, 256, 0.1), error_of(params, 512, 0.1)};
  draw("tp2d", kErrors, "upwind1", {256, 512}, errors);
  check("tp2d", "order on uniform grids", "exact solution", order(errors[0], errors[1]),
        near(1.0, 0.1), "upwind1");
}

TEST(Transport, RotationKeepsMassAndBounds) {
  Case<2> run("tp2d", {.params = {{"problem", "rotation"}}, .levels = 3, .max_box = 32});
  const double before = run.total(0);
  run.run_to(0.25);
  double least = 1.0;
  double greatest = 0.0;
  run.for_each_cell([&](int, const auto& cell, const auto& view) {
    least = std::min(least, view(0, cell));
    greatest = std::max(greatest, view(0, cell));
  });

  check("tp2d", "change of the mass, relative", "conservation",
        std::abs(run.total(0) / before - 1.0), at_most(1e-12), "rotation, 3 levels");
  check("tp2d", "least value", "bounds of the start", least, at_least(-1e-15), "rotation");
  check("tp2d", "greatest value", "bounds of the start", greatest, at_most(1.01), "rotation");
}

/// After one turn blob and slotted disc are where they were. The disc has an edge, so that of a
/// scheme of second order the error falls with the power 2/3 of the cells at least.
TEST(Transport, RotationComesBackToItsStart) {
  const auto distance = [](std::int32_t cells) {
    return error_of({{"problem", "rotation"}}, cells, 1.0);
  };

  const std::vector<double> errors{distance(64), distance(128)};
  draw("tp2d", kErrors, "rotation, one turn", {64, 128}, errors);
  check("tp2d", "error after one turn", "its start", errors[1], at_most(0.025), "128 x 128");
  check("tp2d", "order on uniform grids", "its start", order(errors[0], errors[1]), at_least(0.67),
        "rotation, one turn");
}

TEST(Transport, AdaptiveErrorIsThatOfTheUniformFineGrid) {
  Case<2> adaptive("tp2d", {.levels = 3, .thresholds = {0.01}, .max_box = 32});
  Case<2> uniform("tp2d", {.cells = {256, 256}});
  const double before = adaptive.total(0);
  adaptive.run_to(0.5);
  uniform.run_to(0.5);

  check("tp2d", "adaptive error / uniform error", "exact solution",
        adaptive.error(0).l1 / uniform.error(0).l1, at_most(1.2));
  check("tp2d", "cells of the adaptive grid / of the uniform one", "-", adaptive.filling(),
        at_most(0.20));
  check("tp2d", "change of the mass, relative", "conservation",
        std::abs(adaptive.total(0) / before - 1.0), at_most(1e-12), "translation, 3 levels");
}

/// The vortex turns back at t = 1: at t = 2 the blob is where it was.
TEST(Transport, SingleVortexUnwinds) {
  const auto distance = [](std::int32_t cells) {
    Case<2> run("sv2d", {.cells = {cells, cells}, .cfl = 0.7});
    const double before = run.total(0);
    run.run_to(2.0);
    EXPECT_NEAR(run.total(0), before, 1e-12 * before);
    double sum = 0.0;
    const Case<2> start("sv2d", {.cells = {cells, cells}});
    std::vector<double> values;
    start.for_each_cell(
        [&](int, const auto& cell, const auto& view) { values.push_back(view(0, cell)); });
    std::size_t at = 0;
    run.for_each_cell([&](int, const auto& cell, const auto& view) {
      sum += std::abs(view(0, cell) - values[at++]);
    });
    return sum / static_cast<double>(at);
  };

  const std::vector<double> errors{distance(128), distance(256)};
  draw("sv2d", kErrors, "hancock", {128, 256}, errors);
  check("sv2d", "order of the unwound blob", "its start", order(errors[0], errors[1]),
        at_least(1.7));
}

TEST(Transport, SingleVortexKeepsAConstant) {
  Case<3> run("sv3d", {.cells = {16, 16, 16}, .cfl = 0.7});
  for (const storage::Patch<3>& patch : run.hierarchy().level(0).patches()) {
    storage::for_each_row(patch.box, [&](const auto& cell, std::int32_t count) {
      std::fill_n(patch.state.view().row(0, cell), count, 1.5);
    });
  }
  run.run_to(0.5);

  double most = 0.0;
  run.for_each_cell([&](int, const auto& cell, const auto& view) {
    most = std::max(most, std::abs(view(0, cell) - 1.5));
  });

  check("sv3d", "change of a constant", "free of divergence", most, at_most(1e-13));
}

}  // namespace
}  // namespace evenkeel::converge
