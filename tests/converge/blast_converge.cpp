// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A ball of high pressure: where its front is, against the equations in the radius alone, and that
/// nothing is lost.
#include <map>

#include <gtest/gtest.h>

#include "case.hpp"
#include "check.hpp"
#include "evenkeel/solver/schemes/euler.hpp"

namespace evenkeel::converge {
namespace {

constexpr double kGamma = 5.0 / 3.0;
constexpr double kRadius = 0.1;
constexpr double kInside = 10.0;
constexpr double kOutside = 0.1;
constexpr double kEnd = 0.08;

using Shell = std::array<double, 3>;  ///< density, momentum, energy

double pressure(const Shell& u) {
  return (kGamma - 1.0) * (u[2] - 0.5 * u[1] * u[1] / u[0]);
}

double speed(const Shell& u) {
  return std::abs(u[1] / u[0]) + std::sqrt(kGamma * pressure(u) / u[0]);
}

/// Rusanov's flux, without the pressure in the momentum.
Shell flow(const Shell& l, const Shell& r) {
  const auto of = [](const Shell& u) {
    const double v = u[1] / u[0];
    return Shell{u[1], u[1] * v, (u[2] + pressure(u)) * v};
  };
  const Shell left = of(l);
  const Shell right = of(r);
  const double fastest = std::max(speed(l), speed(r));
  Shell mean;
  for (std::size_t c = 0; c < 3; ++c) {
    mean[c] = 0.5 * (left[c] + right[c] - fastest * (r[c] - l[c]));
  }
  return mean;
}

/// Pressure by radius at the end, by a scheme of first order on thin shells.
std::map<double, double> shells() {
  constexpr std::size_t kShells = 4000;
  constexpr double kWidth = 0.45 / kShells;
  std::vector<Shell> u(kShells);
  for (std::size_t i = 0; i < kShells; ++i) {
    const bool is_hot = (static_cast<double>(i) + 0.5) * kWidth < kRadius;
    u[i] = {1.0, 0.0, (is_hot ? kInside : kOutside) / (kGamma - 1.0)};
  }
  for (double time = 0.0; time < kEnd;) {
    double fastest = 0.0;
    for (const Shell& shell : u) {
      fastest = std::max(fastest, speed(shell));
    }
    const double dt = std::min(0.5 * kWidth / fastest, kEnd - time);
    std::vector<Shell> next = u;
    for (std::size_t i = 0; i + 1 < kShells; ++i) {
      const double face = static_cast<double>(i + 1) * kWidth;
      const double area = face * face;
      const auto volume = [&](std::size_t shell) {
        const double inner = static_cast<double>(shell) * kWidth;
        return (std::pow(inner + kWidth, 3) - std::pow(inner, 3)) / 3.0;
      };
      const Shell through = flow(u[i], u[i + 1]);
      const double push = 0.5 * dt / kWidth * (pressure(u[i]) + pressure(u[i + 1]));
      for (std::size_t c = 0; c < 3; ++c) {
        next[i][c] -= dt * area / volume(i) * through[c];
        next[i + 1][c] += dt * area / volume(i + 1) * through[c];
      }
      next[i][1] -= push;
      next[i + 1][1] += push;
    }
    next[0][1] += dt / kWidth * pressure(u[0]);
    u = std::move(next);
    time += dt;
  }
  std::map<double, double> found;
  for (std::size_t i = 0; i < kShells; i += 10) {
    found[(static_cast<double>(i) + 0.5) * kWidth] = pressure(u[i]);
  }
  return found;
}

/// Pressure by radius along the row of cells beside the x axis.
std::map<double, double> ray(Case<3>& run) {
  std::map<double, double> found;
  const hierarchy::Mesh<3>& mesh = run.hierarchy().mesh();
  run.for_each_cell([&](int level, const auto& cell, const auto& view) {
    const auto x = mesh.center(level, cell);
    const double spacing = mesh.spacing(level)[0];
    if (x[0] > 0.0 && x[1] > 0.0 && x[1] < spacing && x[2] > 0.0 && x[2] < spacing) {
      solver::Euler<3>::Values<double> u;
      for (std::size_t c = 0; c < u.size(); ++c) {
        u[c] = view(static_cast<int>(c), cell);
      }
      found[std::hypot(x[0], x[1], x[2])] =
          solver::Euler<3>{kGamma}.primitives(u)[solver::Euler<3>::kPressure];
    }
  });
  return found;
}

/// Outermost radius at which the pressure falls through \p value.
double front(const std::map<double, double>& row, double value) {
  for (auto outer = std::prev(row.end()); outer != row.begin(); --outer) {
    const auto inner = std::prev(outer);
    if (inner->second >= value && outer->second < value) {
      return inner->first + (outer->first - inner->first) * (inner->second - value) /
                                (inner->second - outer->second);
    }
  }
  return 0.0;
}

TEST(Blast, FrontIsWhereTheEquationsInTheRadiusHaveIt) {
  Case<3> run("blast", {.levels = 2, .cfl = 0.8});
  const double mass = run.total(0);
  const double energy = run.total(solver::Euler<3>::kEnergy);
  run.run_to(kEnd);
  const auto expected = shells();
  const auto found = ray(run);
  double half = 0.0;  // of the pressure right behind the front
  for (const auto& [radius, value] : expected) {
    half = radius > 2.0 * kRadius ? std::max(half, 0.5 * value) : half;
  }

  draw_row("blast", "pressure against radius", "64 cells a side, two levels", found);
  draw_row("blast", "pressure against radius", "4000 shells", expected);
  check("blast", "radius of the front", "spherical shells, one finest cell", front(found, half),
        near(front(expected, half), 1.0 / 128));
  check("blast", "change of the mass, relative", "conservation",
        std::abs(run.total(0) / mass - 1.0), at_most(1e-12), "2 levels");
  check("blast", "change of the energy, relative", "conservation",
        std::abs(run.total(solver::Euler<3>::kEnergy) / energy - 1.0), at_most(1e-12), "2 levels");
}

}  // namespace
}  // namespace evenkeel::converge
