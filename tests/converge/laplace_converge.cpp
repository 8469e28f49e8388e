// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The harmonic case of algorithms 7.6: order on uniform grids, and what refinement saves.
#include <gtest/gtest.h>

#include "case.hpp"

namespace evenkeel::converge {
namespace {

constexpr double kFar = 1e9;

/// Largest error of one solve on a uniform grid.
double uniform_error(std::int32_t side) {
  Case<2> grid("laplace", {.cells = {side, side}});
  grid.integrator().step(kFar);
  return grid.error(0).linf;
}

std::int64_t composite_cells(const Case<2>& grid) {
  std::int64_t cells = 0;
  grid.for_each_cell([&](int, const auto&, const auto&) { ++cells; });
  return cells;
}

TEST(Laplace, ErrorsFallWithTheSquareOfTheSpacing) {
  const double coarse = uniform_error(512);
  const double fine = uniform_error(1024);

  EXPECT_GT(order(coarse, fine), 1.85);
}

TEST(Laplace, RefinementBeatsFourTimesTheCells) {
  Case<2> grid("laplace", {.cells = {16, 16}, .levels = 10, .regrid_interval = 1});
  int compared = 0;
  for (int k = 0; k < 10; ++k) {
    grid.integrator().step(kFar);
    const std::int64_t cells = composite_cells(grid);
    if (cells > 5000 && cells < 50'000) {
      const auto side = 2 * static_cast<std::int32_t>(std::sqrt(static_cast<double>(cells)));
      EXPECT_LE(grid.error(0).linf, uniform_error(side)) << cells << " cells";
      ++compared;
    }
  }

  EXPECT_GE(compared, 3);
}

}  // namespace
}  // namespace evenkeel::converge
