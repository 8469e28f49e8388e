// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Walls through which a given flux passes.
/// ranks: 1 2 3
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/test_problem.hpp"

namespace evenkeel::elliptic {
namespace {

using hierarchy::Point;
constexpr double kPi = std::numbers::pi;

template <class Dimension>
class FluxWalls : public ::testing::Test {
 protected:
  comm::Communicator world_{MPI_COMM_WORLD};
};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(FluxWalls, Dimensions);

/// sin(pi (x + 0.1)) sin(pi (y + 0.1)) ...
template <int D>
double wave(const Point<D>& x) {
  double all = 1.0;
  for (const double along : x) {
    all *= std::sin(kPi * (along + 0.1));
  }
  return all;
}

double growth(double x) {
  return std::exp(std::sin(3.0 * x));
}

/// A coefficient that varies along axis 0.
template <int D>
double beta(const Point<D>& x) {
  return growth(x[0]);
}

/// div(beta grad wave)
template <int D>
double source(const Point<D>& x) {
  const double slope = kPi / std::tan(kPi * (x[0] + 0.1));
  return beta<D>(x) * wave<D>(x) * (3.0 * std::cos(3.0 * x[0]) * slope - D * kPi * kPi);
}

/// beta d wave/dx_axis in the middle of a face.
template <int D>
double wave_flux(std::size_t axis, const Point<D>& lower, const Point<D>& upper) {
  Point<D> x;
  for (std::size_t d = 0; d < D; ++d) {
    x[d] = 0.5 * (lower[d] + upper[d]);
  }
  return beta<D>(x) * wave<D>(x) * kPi / std::tan(kPi * (x[axis] + 0.1));
}

/// The wave is given at the upper wall of the last axis, its flux at all others: the finer level
/// meets one of them.
template <int D>
double wave_error(const comm::Communicator& world, int side, int levels) {
  Walls<D> walls = all_walls<D>(Wall::kFlux);
  walls.kinds[D - 1][1] = Wall::kValue;
  walls.value = wave<D>;
  walls.flux = wave_flux<D>;
  TestProblem<D> problem(world, side, levels, walls);
  problem.multigrid().set_coefficients(problem.field(beta<D>));
  problem.multigrid().set_sources(problem.field(source<D>));
  problem.multigrid().solve({}, problem.solution());
  return problem.error(wave<D>);
}

TYPED_TEST(FluxWalls, ErrorsFallWithTheSquareOfTheSpacing) {
  constexpr int kD = TypeParam::value;
  constexpr int kSide = kD == 3 ? 16 : 32;
  for (const int levels : {1, 2}) {
    const double coarse = wave_error<kD>(this->world_, kSide, levels);
    const double fine = wave_error<kD>(this->world_, 2 * kSide, levels);

    EXPECT_LT(coarse, 0.05) << levels;
    EXPECT_GT(std::log2(coarse / fine), 1.8) << levels;
  }
}

/// x in 1-D, else x^2 + ... - (D - 1) z^2: what enters leaves.
template <int D>
double saddle(const Point<D>& x) {
  double sum = D == 1 ? x[0] : 0.0;
  for (std::size_t d = 0; d < D && D > 1; ++d) {
    sum += (d + 1 == D ? 1.0 - D : 1.0) * x[d] * x[d];
  }
  return sum;
}

template <int D>
double saddle_flux(std::size_t axis, const Point<D>& lower, const Point<D>&) {
  const double part = axis + 1 == D ? 1.0 - D : 1.0;
  return D == 1 ? 1.0 : 2.0 * part * lower[axis];
}

TYPED_TEST(FluxWalls, QuadraticSolutionsAreExactButForAConstant) {
  constexpr int kD = TypeParam::value;
  Walls<kD> walls = all_walls<kD>(Wall::kFlux);
  walls.flux = saddle_flux<kD>;
  for (const int levels : {1, 2}) {
    TestProblem<kD> problem(this->world_, 16, levels, walls);
    problem.multigrid().set_sources(problem.field([](const auto&) { return 0.0; }));
    problem.multigrid().solve({.tolerance = 1e-12}, problem.solution());

    EXPECT_LT(problem.error(saddle<kD>, true), 1e-9) << levels;
  }
}

TYPED_TEST(FluxWalls, WhatEntersLeaves) {
  constexpr int kD = TypeParam::value;
  Walls<kD> walls = all_walls<kD>(Wall::kFlux);
  walls.flux = [](std::size_t axis, const auto& lower, const auto&) {
    return axis == 0 ? lower[0] : 0.0;  // 1 leaves at the upper end of axis 0
  };
  TestProblem<kD> problem(this->world_, 16, 2, walls);
  const auto set = [&](double source) {
    problem.multigrid().set_sources(problem.field([=](const auto&) { return source; }));
  };

  EXPECT_NO_THROW(set(1.0));
  EXPECT_THROW(set(0.0), InputError);
  EXPECT_THROW(set(-1.0), InputError);
}

/// Fluxes that are asked for have those of the walls.
TYPED_TEST(FluxWalls, FluxesThroughWallsAreThoseGiven) {
  constexpr int kD = TypeParam::value;
  Walls<kD> walls = all_walls<kD>(Wall::kFlux);
  walls.flux = saddle_flux<kD>;
  TestProblem<kD> problem(this->world_, 16, 1, walls);
  problem.multigrid().set_sources(problem.field([](const auto&) { return 0.0; }));
  problem.multigrid().solve({.tolerance = 1e-12}, problem.solution());
  double most = 0.0;
  problem.multigrid().flux_differences(problem.solution(), [&](int axis) {
    const double part = kD == 1 ? 0.0 : axis + 1 == kD ? 2.0 - 2.0 * kD : 2.0;
    for (std::size_t p = 0; p < problem.hierarchy().level(0).patches().size(); ++p) {
      const storage::View<kD> found = problem.multigrid().rest(0, p);
      storage::for_each_cell(problem.hierarchy().level(0).patches()[p].box,
                             [&](const geometry::Index<kD>& cell) {
                               most = std::max(most, std::abs(found(0, cell) - part / 16.0));
                             });
    }
  });

  EXPECT_LT(most, 1e-9);
}

/// The flux through a face as one of the cells beside it has it.
struct FaceFlux {
  std::array<std::int32_t, 5> face{};  ///< level, axis, index
  double flux = 0.0;
};

/// One component an axis for each cell.
template <int D>
class Velocities {
 public:
  explicit Velocities(const hierarchy::Hierarchy<D>& hierarchy) {
    for (const auto& level : hierarchy.levels()) {
      auto& patches = levels_.emplace_back();
      for (const storage::Patch<D>& patch : level->patches()) {
        patches.emplace_back(pool_, patch.box, D);
      }
    }
  }
  storage::View<D> operator()(int level, std::size_t p) {
    return levels_[static_cast<std::size_t>(level)][p].view();
  }
  /// \param after  faces above the cells, not below them
  void list(int after, std::vector<FaceFlux>& faces) {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      for (const storage::Array<D>& patch : levels_[level]) {
        storage::for_each_cell(patch.view().box, [&](const geometry::Index<D>& cell) {
          for (int axis = 0; axis < D; ++axis) {
            FaceFlux one{{static_cast<std::int32_t>(level), axis}, patch.view()(axis, cell)};
            std::ranges::copy(cell, one.face.begin() + 2);
            one.face[2 + static_cast<std::size_t>(axis)] += after;
            faces.push_back(one);
          }
        });
      }
    }
  }

 private:
  storage::Pool pool_;
  std::vector<std::vector<storage::Array<D>>> levels_;
};

/// Whichever patch and rank the cells are in, also beside and below finer levels.
TYPED_TEST(FluxWalls, FacesHaveTheSameFluxForTheCellsOnBothSides) {
  constexpr int kD = TypeParam::value;
  Walls<kD> walls = all_walls<kD>(Wall::kValue);
  walls.value = wave<kD>;
  TestProblem<kD> problem(this->world_, 16, 3, walls);
  problem.multigrid().set_coefficients(problem.field(beta<kD>));
  problem.multigrid().set_sources(problem.field(source<kD>));
  problem.multigrid().solve({}, problem.solution());
  Velocities<kD> lower(problem.hierarchy());
  Velocities<kD> upper(problem.hierarchy());

  problem.multigrid().fluxes(problem.solution(), std::ref(lower), std::ref(upper));

  std::vector<FaceFlux> mine;
  lower.list(0, mine);
  upper.list(1, mine);
  std::map<std::array<std::int32_t, 5>, double> seen;
  for (const FaceFlux& one : this->world_.gather_all(std::span<const FaceFlux>(mine))) {
    const auto [at, is_first] = seen.emplace(one.face, one.flux);
    EXPECT_EQ(at->second, one.flux) << ::testing::PrintToString(one.face);
  }
}

}  // namespace
}  // namespace evenkeel::elliptic
