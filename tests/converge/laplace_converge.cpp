// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The harmonic case of algorithms 7.6: order on uniform grids, and what refinement saves.
#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"

namespace evenkeel::converge {
namespace {

constexpr double kFar = 1e9;

/// Largest error of one solve on a grid.
double error_of(const CaseOptions& options) {
  Case<2> grid("laplace", options);
  grid.integrator().step(kFar);
  return grid.error(0).linf;
}

double uniform_error(std::int32_t side) {
  return error_of({.cells = {side, side}});
}

std::int64_t composite_cells(const Case<2>& grid) {
  std::int64_t cells = 0;
  grid.for_each_cell([&](int, const auto&, const auto&) { ++cells; });
  return cells;
}

TEST(Laplace, ErrorsFallWithTheSquareOfTheSpacing) {
  const double coarse = uniform_error(512);
  const double fine = uniform_error(1024);

  check("laplace", "order on uniform grids of 512 and 1024 cells a side", "Re 1 / (z - z0)",
        order(coarse, fine), at_least(1.85));
}

/// Also where it is not the solution that is given at the right side but its derivative.
TEST(Laplace, ErrorsFallWithTheSquareWhereFluxesAreGiven) {
  const auto error = [](std::int32_t side) {
    return error_of({.params = {{"walls", "flux"}},
                     .cells = {side, side},
                     .end = solver::BoundaryKind::kReflect});
  };

  check("laplace", "order with given fluxes at one side, of 512 and 1024 cells", "Re 1 / (z - z0)",
        order(error(512), error(1024)), at_least(1.85));
}

/// Refines \p steps times and compares every solve with more than \p least cells.
void compare_with_uniform(double fraction, int steps, std::int64_t least) {
  Case<2> grid(
      "laplace",
      {.params = {{"fraction", fraction}}, .cells = {16, 16}, .levels = 10, .regrid_interval = 1});
  std::vector<double> sizes;
  std::vector<double> errors;
  for (int k = 0; k < steps; ++k) {
    grid.integrator().step(kFar);
    const std::int64_t cells = composite_cells(grid);
    sizes.push_back(static_cast<double>(cells));
    errors.push_back(grid.error(0).linf);
    if (cells > least) {
      const auto side = 2 * static_cast<std::int32_t>(std::sqrt(static_cast<double>(cells)));
      check("laplace", "error over that of a uniform grid with four times the cells",
            "Re 1 / (z - z0)", errors.back() / uniform_error(side), at_most(1.0),
            fmt::format("{} cells, fraction {}", cells, fraction));
    }
  }
  draw("laplace", "largest error against cells", fmt::format("fraction {}", fraction), sizes,
       errors);
}

/// Each step adds a level: before there are enough of them the error at the corner decides, so that
/// fewer marks do better.
TEST(Laplace, RefinementBeatsFourTimesTheCells) {
  compare_with_uniform(0.25, 6, 2000);
  compare_with_uniform(0.15, 6, 700);
}

}  // namespace
}  // namespace evenkeel::converge
