// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sedov's explosion: where the front is, and that no direction is preferred. (algorithms 7.8)
#include <map>

#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"
#include "evenkeel/solver/schemes/euler.hpp"

namespace evenkeel::converge {
namespace {

using solver::Euler;

/// R = (E t^2 / (alpha rho))^(1 / (d + 2)) with E = rho = 1. (Sedov 1946)
double front_radius(int dimension, double time) {
  const double alpha = dimension == 2 ? 0.984041 : 0.851060;
  return std::pow(time * time / alpha, 1.0 / (dimension + 2));
}

/// Outermost x where the pressure passes half of what is behind the front, in the rows of cells
/// just above the x axis.
template <int D>
double measured_radius(const Case<D>& run, const hierarchy::Mesh<D>& mesh, double time) {
  const double speed = 2.0 / (D + 2) * front_radius(D, time) / time;
  const double half = 0.5 * 2.0 / 2.4 * speed * speed;
  std::map<double, double> pressure;
  run.for_each_cell([&](int level, const geometry::Index<D>& cell, const auto& view) {
    const hierarchy::Point<D> x = mesh.center(level, cell);
    bool is_near = x[0] > 0.0;
    for (std::size_t d = 1; d < D; ++d) {
      is_near = is_near && x[d] > 0.0 && x[d] < mesh.spacing(level)[d];
    }
    if (is_near) {
      typename Euler<D>::template Values<double> u;
      for (std::size_t c = 0; c < u.size(); ++c) {
        u[c] = view(static_cast<int>(c), cell);
      }
      pressure[x[0]] = Euler<D>{}.primitives(u)[Euler<D>::kPressure];
    }
  });
  double radius = 0.0;
  for (auto inner = pressure.begin(), outer = std::next(inner); outer != pressure.end();
       inner = outer++) {
    if (inner->second >= half && outer->second < half) {
      radius = inner->first + (outer->first - inner->first) * (inner->second - half) /
                                  (inner->second - outer->second);
    }
  }
  return radius;
}

TEST(Sedov, FrontIsWhereItBelongs) {
  const double time2 = 0.12;
  const double time3 = 0.06;
  Case<2> disc("sedov2d", {.params = {{"radius", 0.02}}, .levels = 3});
  Case<3> ball("sedov3d", {.params = {{"radius", 0.06}}, .levels = 2, .max_box = 32});
  disc.run_to(time2);
  ball.run_to(time3);

  check("sedov2d", "radius of the front", "Sedov 1946, one finest cell",
        measured_radius(disc, disc.hierarchy().mesh(), time2),
        near(front_radius(2, time2), 1.0 / 256.0));
  check("sedov3d", "radius of the front", "Sedov 1946, one finest cell",
        measured_radius(ball, ball.hierarchy().mesh(), time3),
        near(front_radius(3, time3), 1.0 / 64.0));
}

/// Density of a uniform run by cell.
template <int D>
std::map<geometry::Index<D>, double> density_of(const char* kernel, std::int32_t cells,
                                                double time) {
  Case<D> run(
      kernel,
      {.params = {{"radius", 0.1}}, .cells = std::vector<std::int32_t>(D, cells), .max_box = 16});
  run.run_to(time);
  std::map<geometry::Index<D>, double> density;
  run.for_each_cell([&](int, const geometry::Index<D>& cell, const auto& view) {
    density[cell] = view(0, cell);
  });
  return density;
}

/// Largest difference between cells that mirrors at the middle or at diagonals make one.
template <int D>
double asymmetry(const char* kernel, std::int32_t cells, double time) {
  const auto density = density_of<D>(kernel, cells, time);
  double most = 0.0;
  for (const auto& [cell, value] : density) {
    for (std::size_t d = 0; d < D; ++d) {
      geometry::Index<D> mirrored = cell;
      mirrored[d] = cells - 1 - cell[d];
      most = std::max(most, std::abs(density.at(mirrored) - value));
      geometry::Index<D> turned = cell;
      std::swap(turned[d], turned[(d + 1) % D]);
      most = std::max(most, std::abs(density.at(turned) - value));
    }
  }
  return most;
}

/// Rises of characteristic variables are bounded by those of neighbours, those of pressures are
/// not.
TEST(Sedov, StagesWithCharacteristicSlopesStayPositive) {
  for (const char* scheme : {"rk2", "rk3"}) {
    Case<2> run("sedov2d",
                {.params = {{"scheme", scheme}, {"slopes", "characteristic"}}, .levels = 2});

    EXPECT_NO_THROW(run.run_to(0.003)) << scheme;
    EXPECT_EQ(run.retries(), 0) << scheme;
  }
}

TEST(Sedov, NoDirectionIsPreferred) {
  check("sedov2d", "asymmetry of the density", "symmetry of the square",
        asymmetry<2>("sedov2d", 64, 0.1), at_most(6e-12));
  check("sedov3d", "asymmetry of the density", "symmetry of the cube",
        asymmetry<3>("sedov3d", 32, 0.05), at_most(6e-12));
}

}  // namespace
}  // namespace evenkeel::converge
