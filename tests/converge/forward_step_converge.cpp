// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The step in a Mach 3 tunnel and the double Mach reflection: where their shocks stand.
/// (algorithms 7.4 and table 7.4a)
#include <map>

#include <gtest/gtest.h>

#include "case.hpp"
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

// Of 480 x 160 cells in the table; its columns move by about .01 from one grid to the next.
TEST(SlowForwardStep, ShocksStandWhereTheReferenceHasThem) {
  Case<2> run("eno2d", {.levels = 3, .cfl = 0.4});
  run.run_to(4.0);

  EXPECT_NEAR(first_rise(along(run, 0.001), 5.0), 0.3115, 0.03);
  EXPECT_NEAR(first_rise(along(run, 0.999), 5.0), 0.6058, 0.03);
  EXPECT_NEAR(first_rise(along(run, 0.5), 5.0), 0.4391, 0.03);
  EXPECT_NEAR(first_rise(along(run, 0.8), 5.0), 0.5961, 0.03);
  EXPECT_NEAR(run.total(0), 6.29791, 0.03);
  EXPECT_LT(run.filling(), 0.7);
}

/// Stagnation pressure before a body in a wind of Mach 3, over that of the wind.
constexpr double kPitot = 12.0610;

TEST(ForwardStep, ShocksOfTheUniformGridStandWhereTheReferenceHasThem) {
  Case<2> run("eno2d", {.cells = {240, 80}, .cfl = 0.4});
  run.run_to(4.0);

  EXPECT_NEAR(first_rise(along(run, 0.001), 5.0), 0.3103, 0.03);
  EXPECT_NEAR(first_rise(along(run, 0.999), 5.0), 0.6139, 0.03);
  EXPECT_NEAR(first_rise(along(run, 0.5), 5.0), 0.4393, 0.03);
  EXPECT_NEAR(first_rise(along(run, 0.8), 5.0), 0.6035, 0.03);
  EXPECT_NEAR(run.total(0), 6.29773, 0.03);
  EXPECT_NEAR(along(run, 0.001).rbegin()->second, kPitot, 0.04 * kPitot) << "in the corner";
}

TEST(ForwardStep, WithoutAStepTheWindStays) {
  Case<2> run("eno2d", {.params = {{"step_height", 0.0}}, .cells = {60, 20}, .levels = 2});
  run.run_to(0.2);
  run.for_each_cell([](int, const auto& cell, const auto& view) {
    EXPECT_NEAR(view(0, cell), 1.4, 1e-12);
    EXPECT_NEAR(pressure(view, cell), 1.0, 1e-12);
  });
}

// Table 7.4a for 240 x 60 cells.
TEST(DoubleMachReflection, ShocksStandWhereTheReferenceHasThem) {
  Case<2> run("dmr", {.params = {{"steepness", 1.5}}, .cells = {240, 60}, .cfl = 0.4});
  run.run_to(0.2);

  EXPECT_NEAR(last_fall(along(run, 0.001), 50.0), 2.7766, 0.02);
  EXPECT_NEAR(last_fall(along(run, 0.25), 50.0), 2.7540, 0.02);
  EXPECT_NEAR(last_fall(along(run, 0.5), 50.0), 2.7750, 0.02);
}

TEST(SlowDoubleMachReflection, ShocksOfTheRefinedGridStandWhereTheReferenceHasThem) {
  Case<2> run("dmr", {.params = {{"steepness", 1.5}}, .cells = {120, 30}, .levels = 3, .cfl = 0.4});
  run.run_to(0.2);

  EXPECT_NEAR(last_fall(along(run, 0.001), 50.0), 2.7847, 0.02);
  EXPECT_NEAR(last_fall(along(run, 0.25), 50.0), 2.7529, 0.02);
  EXPECT_NEAR(last_fall(along(run, 0.5), 50.0), 2.7697, 0.02);
}

}  // namespace
}  // namespace evenkeel::converge
