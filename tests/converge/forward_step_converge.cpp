// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The step in a Mach 3 tunnel and the double Mach reflection: where their shocks stand.
/// (algorithms 7.4 and table 7.4a)
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"
#include "evenkeel/solver/schemes/euler.hpp"

namespace evenkeel::converge {
namespace {

constexpr double kGamma = 1.4;

double pressure(const storage::View<2>& view, const geometry::Index<2>& cell) {
  solver::Euler<2>::Values<double> u;
  for (std::size_t c = 0; c < u.size(); ++c) {
    u[c] = view(static_cast<int>(c), cell);
  }
  return solver::Euler<2>{kGamma}.primitives(u)[solver::Euler<2>::kPressure];
}

/// Pressure along the row of cells through height \p y, by x of the cells' centres.
std::map<double, double> along(Case<2>& run, double y) {
  std::map<double, double> row;
  const hierarchy::Mesh<2>& mesh = run.hierarchy().mesh();
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    const auto centre = mesh.center(level, cell);
    const double half = 0.5 * mesh.spacing(level)[1];
    if (centre[1] - half <= y && y < centre[1] + half && view(0, cell) > 0.0) {
      row[centre[0]] = pressure(view, cell);
    }
  });
  return row;
}

/// First x, from the left, where the pressure rises through \p value.
double first_rise(const std::map<double, double>& row, double value) {
  for (auto right = std::next(row.begin()); right != row.end(); ++right) {
    const auto left = std::prev(right);
    if (left->second < value && right->second >= value) {
      return left->first +
             (right->first - left->first) * (value - left->second) / (right->second - left->second);
    }
  }
  return -1.0;
}

/// Last x, from the left, where the pressure falls through \p value.
double last_fall(const std::map<double, double>& row, double value) {
  double found = -1.0;
  for (auto right = std::next(row.begin()); right != row.end(); ++right) {
    const auto left = std::prev(right);
    if (left->second >= value && right->second < value) {
      found = left->first + (right->first - left->first) * (left->second - value) /
                                (left->second - right->second);
    }
  }
  return found;
}

constexpr const char* kReference = "another code, uniform grid";
constexpr double kStrong = 5.0;  ///< pressure that only gas behind the bow shock has

/// Where the bow shock and its reflection stand at t = 4, and the mass in the tunnel.
struct StepFeatures {
  double floor;
  double roof;
  double middle;
  double four_fifths;
  double mass;
};

/// The table's columns move by about .01 from one grid to the next.
void check_step(Case<2>& run, const StepFeatures& expected, const std::string& grid) {
  constexpr double kTolerance = 0.03;
  check("eno2d", "bow shock on the floor, x", kReference, first_rise(along(run, 0.001), kStrong),
        near(expected.floor, kTolerance), grid);
  check("eno2d", "stem on the upper wall, x", kReference, first_rise(along(run, 0.999), kStrong),
        near(expected.roof, kTolerance), grid);
  check("eno2d", "shock at y = 0.5, x", kReference, first_rise(along(run, 0.5), kStrong),
        near(expected.middle, kTolerance), grid);
  check("eno2d", "shock at y = 0.8, x", kReference, first_rise(along(run, 0.8), kStrong),
        near(expected.four_fifths, kTolerance), grid);
  check("eno2d", "mass in the tunnel", kReference, run.total(0), near(expected.mass, kTolerance),
        grid);
  draw_row("eno2d", "pressure at y = 0.5 against x", grid, along(run, 0.5));
}

TEST(SlowForwardStep, ShocksStandWhereTheReferenceHasThem) {
  Case<2> run("eno2d", {.params = {{"scheme", "hancock"}}, .levels = 3, .cfl = 0.4});
  run.run_to(4.0);

  check_step(run, {0.3115, 0.6058, 0.4391, 0.5961, 6.29791}, "480 x 160, three levels");
  check("eno2d", "cells of the adaptive grid / of the uniform one", "-", run.filling(),
        at_most(0.7));
}

/// The kernel's own scheme, with its own steps, at a corner that nothing mends.
TEST(SlowForwardStep, TheKernelsOwnSchemeNeedsNoSmallerSteps) {
  Case<2> run("eno2d", {.levels = 3, .cfl = 0.5});
  run.run_to(4.0);

  check_step(run, {0.3115, 0.6058, 0.4391, 0.5961, 6.29791}, "480 x 160, three levels, weno5");
  EXPECT_EQ(run.retries(), 0);
}

TEST(ForwardStep, ShocksOfTheUniformGridStandWhereTheReferenceHasThem) {
  constexpr double kPitot = 12.0610;
  Case<2> run("eno2d", {.params = {{"scheme", "hancock"}}, .cells = {240, 80}, .cfl = 0.4});
  run.run_to(4.0);

  check_step(run, {0.3103, 0.6139, 0.4393, 0.6035, 6.29773}, "240 x 80");
  check("eno2d", "pressure in the corner", "stagnation pressure behind a normal shock",
        along(run, 0.001).rbegin()->second, near(kPitot, 0.04 * kPitot), "240 x 80");
}

TEST(ForwardStep, ShocksOfHighOrderStandWhereTheReferenceHasThem) {
  for (const char* scheme : {"weno5", "eno3"}) {
    Case<2> run("eno2d", {.params = {{"scheme", scheme}}, .levels = 2, .cfl = 0.8});
    run.run_to(4.0);

    check_step(run, {0.3103, 0.6139, 0.4393, 0.6035, 6.29773},
               fmt::format("240 x 80, two levels, {}", scheme));
  }
}

TEST(ForwardStep, WithoutAStepTheWindStays) {
  Case<2> run("eno2d", {.params = {{"step_height", 0.0}}, .cells = {60, 20}, .levels = 2});
  run.run_to(0.2);
  run.for_each_cell([](int, const auto& cell, const auto& view) {
    EXPECT_NEAR(view(0, cell), 1.4, 1e-12);
    EXPECT_NEAR(pressure(view, cell), 1.0, 1e-12);
  });
}

/// Where the Mach stem stands at t = 0.2.
struct StemFeatures {
  double foot;
  double quarter;
  double half;
};

/// Mass at \p time: that of the start, and what the gas behind the shock, which alone is at the
/// sides up to then, carries through them.
double mass_by_inflow(double time) {
  const double tangent = 1.0 / std::sqrt(3.0);  // of the angle between the shock and the y axis
  const double foot = 1.0 / 6.0;
  const double behind = 8.0;
  const double ahead = 1.4;
  const double along_x = behind * 8.25 * std::cos(std::numbers::pi / 6.0);
  const double along_y = behind * 8.25 * std::sin(std::numbers::pi / 6.0);  // downwards
  const double shocked = foot + 0.5 * tangent;
  const double shocked_top = time * (foot + tangent) + 10.0 * tangent * time * time;
  return behind * shocked + ahead * (4.0 - shocked) + along_x * time +
         along_y * (shocked_top - foot * time);
}

void check_stem(Case<2>& run, const StemFeatures& expected, const std::string& grid) {
  constexpr double kTolerance = 0.02;
  constexpr double kBehind = 50.0;  ///< pressure between those of both sides of the stem
  check("dmr", "foot of the Mach stem, x", kReference, last_fall(along(run, 0.001), kBehind),
        near(expected.foot, kTolerance), grid);
  check("dmr", "stem at y = 0.25, x", kReference, last_fall(along(run, 0.25), kBehind),
        near(expected.quarter, kTolerance), grid);
  check("dmr", "shock at y = 0.5, x", kReference, last_fall(along(run, 0.5), kBehind),
        near(expected.half, kTolerance), grid);
  const double mass = mass_by_inflow(run.time());
  check("dmr", "mass", "start and exact inflow", run.total(0), near(mass, 0.0025 * mass), grid);
  draw_row("dmr", "pressure on the wall against x", grid, along(run, 0.001));
}

TEST(DoubleMachReflection, ShocksStandWhereTheReferenceHasThem) {
  Case<2> run("dmr", {.cells = {240, 60}, .cfl = 0.4});
  run.run_to(0.2);

  check_stem(run, {2.7766, 2.7540, 2.7750}, "240 x 60");
}

TEST(SlowDoubleMachReflection, ShocksOfTheRefinedGridStandWhereTheReferenceHasThem) {
  Case<2> run("dmr", {.cells = {120, 30}, .levels = 3, .cfl = 0.4});
  run.run_to(0.2);

  check_stem(run, {2.7847, 2.7529, 2.7697}, "480 x 120, three levels");
}

}  // namespace
}  // namespace evenkeel::converge
