// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Solutions, rates and bits of the composite multigrid.
/// ranks: 1 2 3
#include "evenkeel/elliptic/multigrid.hpp"

#include <numbers>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/elliptic/test_problem.hpp"

namespace evenkeel::elliptic {
namespace {

using hierarchy::Point;
constexpr double kPi = std::numbers::pi;

template <class Dimension>
class MultigridIn : public ::testing::Test {
 protected:
  comm::Communicator world_{MPI_COMM_WORLD};
};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(MultigridIn, Dimensions);

/// Product over the axes of fn(x_d).
template <int D, class Fn>
double product(const Point<D>& x, const Fn& fn) {
  double all = 1.0;
  for (const double along : x) {
    all *= fn(along);
  }
  return all;
}

/// sin(pi (x + 0.1)) sin(pi (y + 0.1)) ..., given on all walls.
template <int D>
double wave(const Point<D>& x) {
  return product<D>(x, [](double along) { return std::sin(kPi * (along + 0.1)); });
}

struct Outcome {
  double error = 0.0;
  SolveReport report;
  std::uint64_t checksum = 0;
};

template <int D>
Outcome solve_wave(const comm::Communicator& world, int side, int levels, std::uint32_t seed = 1) {
  Walls<D> walls = all_walls<D>(Wall::kValue);
  walls.value = wave<D>;
  TestProblem<D> problem(world, side, levels, walls, seed);
  problem.multigrid().set_sources(
      problem.field([](const Point<D>& x) { return -D * kPi * kPi * wave<D>(x); }));
  Outcome outcome;
  outcome.report = problem.multigrid().solve({}, problem.solution());
  outcome.error = problem.error(wave<D>);
  outcome.checksum = problem.checksum();
  return outcome;
}

TYPED_TEST(MultigridIn, ErrorsFallWithTheSquareOfTheSpacing) {
  constexpr int kD = TypeParam::value;
  constexpr int kSide = kD == 3 ? 16 : 32;
  for (const int levels : {1, 2}) {
    const double coarse = solve_wave<kD>(this->world_, kSide, levels).error;
    const double fine = solve_wave<kD>(this->world_, 2 * kSide, levels).error;

    EXPECT_GT(std::log2(coarse / fine), 1.85) << levels;
  }
}

TYPED_TEST(MultigridIn, CyclesAreFewWhateverTheLevels) {
  constexpr int kD = TypeParam::value;
  for (const int levels : {1, 2, 3, 4}) {
    const Outcome outcome = solve_wave<kD>(this->world_, kD == 3 ? 16 : 32, levels);

    EXPECT_LE(outcome.report.cycles, 13) << levels;
    EXPECT_LE(outcome.report.factor(), 0.2) << levels;
  }
}

TYPED_TEST(MultigridIn, GridsThatEveryRankHasWholeAreNobodysWork) {
  const Outcome outcome = solve_wave<TypeParam::value>(this->world_, 16, 1);

  EXPECT_EQ(outcome.report.seconds, std::vector<double>{0.0});
}

TYPED_TEST(MultigridIn, BitsDoNotDependOnBoxesAndOwners) {
  constexpr int kD = TypeParam::value;
  const Outcome one = solve_wave<kD>(this->world_, 16, 3, 1);
  const Outcome other = solve_wave<kD>(this->world_, 16, 3, 2);
  const Outcome alone = solve_wave<kD>(this->world_.split(this->world_.rank(), 0), 16, 3, 1);

  EXPECT_EQ(one.checksum, other.checksum);
  EXPECT_EQ(one.report.residuals, other.report.residuals);
  EXPECT_EQ(one.checksum, alone.checksum);
}

/// What a cycle leaves where beta jumps, over all kinds of jumps.
template <int D>
void expect_fast(const comm::Communicator& world, int levels,
                 const typename TestProblem<D>::Function& beta, std::string_view name) {
  Walls<D> walls = all_walls<D>(Wall::kValue);
  walls.value = [](const Point<D>& x) { return x[0]; };
  TestProblem<D> problem(world, D == 3 ? 16 : 64, levels, walls);
  problem.multigrid().set_coefficients(problem.field(beta));
  const SolveReport report = problem.multigrid().solve({}, problem.solution());

  EXPECT_LE(report.factor(), 0.2) << name << ", " << levels << " levels";
}

TYPED_TEST(MultigridIn, CyclesStayFastWhereCoefficientsJump) {
  constexpr int kD = TypeParam::value;
  const auto is_in_ball = [](const Point<kD>& x) {
    double square = 0.0;
    for (const double along : x) {
      square += (along - 0.45) * (along - 0.45);
    }
    return square < 0.07;
  };
  for (const int levels : {1, 2}) {
    for (const double contrast : {1e2, 1e-2, 1e-4}) {
      expect_fast<kD>(
          this->world_, levels, [&](const auto& x) { return is_in_ball(x) ? contrast : 1.0; },
          "ball " + std::to_string(contrast));
      expect_fast<kD>(
          this->world_, levels, [&](const auto& x) { return x[0] < 0.41 ? contrast : 1.0; },
          "layer " + std::to_string(contrast));
    }
  }
}

TYPED_TEST(MultigridIn, NoFluxLeavesAConstantFree) {
  constexpr int kD = TypeParam::value;
  for (const Wall kind : {Wall::kNoFlux, Wall::kPeriodic}) {
    const double k = kind == Wall::kNoFlux ? kPi : 2.0 * kPi;
    const auto exact = [&](const Point<kD>& x) {
      return product<kD>(x, [&](double along) { return std::cos(k * along); });
    };
    TestProblem<kD> problem(this->world_, kD == 3 ? 16 : 32, 1, all_walls<kD>(kind));
    problem.multigrid().set_sources(
        problem.field([&](const Point<kD>& x) { return -kD * k * k * exact(x); }));

    problem.multigrid().solve({}, problem.solution());

    EXPECT_LT(problem.error(exact, true), 0.05);
  }
}

TYPED_TEST(MultigridIn, SourcesThatCannotLeaveAreAnError) {
  constexpr int kD = TypeParam::value;
  TestProblem<kD> problem(this->world_, 8, 1, all_walls<kD>(Wall::kNoFlux));

  EXPECT_THROW(problem.multigrid().set_sources(problem.field([](const auto&) { return 1.0; })),
               InputError);
  EXPECT_THROW(
      problem.multigrid().set_coefficients(problem.field([](const auto& x) { return x[0] - 0.5; })),
      InputError);
}

}  // namespace
}  // namespace evenkeel::elliptic
