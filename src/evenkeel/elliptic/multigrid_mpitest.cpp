// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Solutions, rates and bits of the composite multigrid.
/// ranks: 1 2 3
#include "evenkeel/elliptic/multigrid.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>
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
Outcome solve_wave(const comm::Communicator& world, int side, int levels, std::uint32_t seed = 1,
                   int align = 4) {
  Walls<D> walls = all_walls<D>(Wall::kValue);
  walls.value = wave<D>;
  TestProblem<D> problem(world, side, levels, walls, seed, align);
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

    EXPECT_LE(outcome.report.cycles, 12) << levels;
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

TYPED_TEST(MultigridIn, BitsDoNotDependOnBoxesThatCannotBeHalved) {
  constexpr int kD = TypeParam::value;
  constexpr int kSide = kD == 3   ? 28
                        : kD == 2 ? 144
                                  : 16400;  // more cells than all ranks have whole
  const Outcome even = solve_wave<kD>(this->world_, kSide, 1, 1, 2);
  const Outcome odd = solve_wave<kD>(this->world_, kSide, 1, 1, 1);

  EXPECT_EQ(even.report.residuals, odd.report.residuals);
  EXPECT_EQ(even.checksum, odd.checksum);
}

/// A solve with the coefficient beta on 64^2 or 16^3 cells and \p levels levels.
template <int D>
SolveReport solve_with(const comm::Communicator& world, int levels,
                       const typename TestProblem<D>::Function& beta) {
  Walls<D> walls = all_walls<D>(Wall::kValue);
  walls.value = [](const Point<D>& x) { return x[0]; };
  TestProblem<D> problem(world, D == 3 ? 16 : 64, levels, walls);
  problem.multigrid().set_coefficients(problem.field(beta));
  return problem.multigrid().solve({}, problem.solution());
}

/// A coefficient that jumps by \p contrast.
template <int D>
struct Jump {
  std::string name;
  double contrast;
  std::function<bool(const Point<D>&)> is_other;

  double operator()(const Point<D>& x) const { return is_other(x) ? contrast : 1.0; }
};

template <int D>
Jump<D> ball(double contrast) {
  return {"ball", contrast, [](const Point<D>& x) {
            double square = 0.0;
            for (const double along : x) {
              square += (along - 0.45) * (along - 0.45);
            }
            return square < 0.07;
          }};
}

template <int D>
Jump<D> layer(double contrast) {
  return {"layer", contrast, [](const Point<D>& x) { return x[0] < 0.41; }};
}

/// Blocks of \p side base cells, the first ones cut off by \p shift.
template <int D>
Jump<D> checkers(double contrast, int side, int shift) {
  constexpr double kCells = D == 3 ? 16 : 64;
  return {fmt::format("checkers of {} from {}", side, shift), contrast,
          [side, shift](const Point<D>& x) {
            int sum = 0;
            for (const double along : x) {
              sum += static_cast<int>(std::floor((along * kCells + shift) / side));
            }
            return sum % 2 == 0;
          }};
}

TYPED_TEST(MultigridIn, CyclesStayFewWhereCoefficientsJump) {
  constexpr int kD = TypeParam::value;
  std::vector<Jump<kD>> jumps;
  for (const double contrast : {1e4, 1e2, 1e-2, 1e-4}) {
    jumps.push_back(ball<kD>(contrast));
    jumps.push_back(layer<kD>(contrast));
  }
  for (const int side : {1, 2, 3, 4, 8}) {
    jumps.push_back(checkers<kD>(1e4, side, 0));
    jumps.push_back(checkers<kD>(1e4, side, 1));
  }
  // Each rank takes its part of the cases, alone: bits do not depend on ranks.
  const comm::Communicator alone = this->world_.split(this->world_.rank(), 0);
  const auto ranks = static_cast<std::size_t>(this->world_.size());
  for (const int levels : {1, 2}) {
    for (auto k = static_cast<std::size_t>(this->world_.rank()); k < jumps.size(); k += ranks) {
      const Jump<kD>& jump = jumps[k];
      const SolveReport report = solve_with<kD>(alone, levels, jump);

      EXPECT_LE(report.cycles, 12) << jump.name << ' ' << jump.contrast << ", " << levels;
      EXPECT_LE(report.factor(), 0.2) << jump.name << ' ' << jump.contrast << ", " << levels;
    }
  }
}

TYPED_TEST(MultigridIn, ResidualsMayBeTooLargeToBeSquared) {
  constexpr int kD = TypeParam::value;
  TestProblem<kD> problem(this->world_, 16, 2, all_walls<kD>(Wall::kValue));
  problem.multigrid().set_coefficients(problem.field(ball<kD>(1e4)));
  problem.multigrid().set_sources(problem.field([](const auto&) { return 1e200; }));
  const SolveReport report = problem.multigrid().solve({}, problem.solution());

  EXPECT_GT(report.cycles, 0);
  EXPECT_LE(report.residuals.back(), 1e-9 * report.reference);
}

/// A coefficient that each base cell, or each cell of the next finer level, draws for itself: of
/// two values, or by logarithm evenly between them or (lognormal) around 1 by a factor of e^3.
template <int D>
struct Drawn {
  enum class Law { kTwo, kEven, kLognormal };
  Law law;
  std::uint64_t seed;
  int refined = 1;  ///< cells along a side of a base cell

  double operator()(const Point<D>& x) const {
    constexpr double kCells = D == 3 ? 16 : 64;
    std::uint64_t hash = seed;
    for (const double along : x) {
      hash = SplitMix64(hash ^ static_cast<std::uint64_t>(along * kCells * refined)).next();
    }
    SplitMix64 dice(hash);
    const double first = static_cast<double>((dice.next() >> 11) + 1) * 0x1p-53;
    const double second = static_cast<double>(dice.next() >> 11) * 0x1p-53;
    switch (law) {
      case Law::kTwo:
        return first < 0.5 ? 1.0 : 1e4;
      case Law::kEven:
        return std::pow(1e4, first);
      default:
        return std::exp(3.0 * std::sqrt(-2.0 * std::log(first)) * std::cos(2.0 * kPi * second));
    }
  }
};

/// Islands of cells that are joined well, of any shape: no grid of every other cell has them all.
TYPED_TEST(MultigridIn, CyclesStayFewWhereCellsDrawTheirCoefficients) {
  constexpr int kD = TypeParam::value;
  using Law = typename Drawn<kD>::Law;
  const comm::Communicator alone = this->world_.split(this->world_.rank(), 0);
  const auto seed = static_cast<std::uint64_t>(this->world_.rank()) + 1;
  for (const Law law : {Law::kTwo, Law::kEven, Law::kLognormal}) {
    for (const auto& [levels, refined] :
         {std::pair(1, 1), std::pair(2, 1), std::pair(2, 2), std::pair(3, 1), std::pair(3, 3)}) {
      const SolveReport report = solve_with<kD>(alone, levels, Drawn<kD>{law, seed, refined});

      EXPECT_LE(report.cycles, 12) << static_cast<int>(law) << ", " << levels << ' ' << refined;
      EXPECT_LE(report.factor(), 0.2) << static_cast<int>(law) << ", " << levels << ' ' << refined;
    }
  }
}

/// An even source gives the solution 0 an even residual, and what jumps in that of the first ones
/// is larger by up to 10^3.
TYPED_TEST(MultigridIn, CyclesStayFewWhereTheFirstRaisesTheResidual) {
  constexpr int kD = TypeParam::value;
  const comm::Communicator alone = this->world_.split(this->world_.rank(), 0);
  const auto seed = static_cast<std::uint64_t>(this->world_.rank()) + 1;
  for (const int levels : {1, 2, 3}) {
    TestProblem<kD> problem(alone, kD == 3 ? 16 : 64, levels, all_walls<kD>(Wall::kValue));
    problem.multigrid().set_coefficients(
        problem.field(Drawn<kD>{Drawn<kD>::Law::kTwo, seed, levels}));
    problem.multigrid().set_sources(problem.field([](const auto&) { return 1.0; }));

    EXPECT_LE(problem.multigrid().solve({}, problem.solution()).cycles, 12) << levels;
  }
}

/// Where the coefficient varies smoothly, ends of levels are as good as the rest of them.
TYPED_TEST(MultigridIn, ErrorsFallWithTheSquareWhereCoefficientsVary) {
  constexpr int kD = TypeParam::value;
  const auto beta = [](const Point<kD>& x) {
    return product<kD>(x, [](double along) { return std::exp(std::sin(3.0 * along)); });
  };
  const auto source = [&](const Point<kD>& x) {
    double sum = -kD * kPi * kPi * wave<kD>(x);
    for (const double along : x) {
      sum += 3.0 * std::cos(3.0 * along) * kPi / std::tan(kPi * (along + 0.1)) * wave<kD>(x);
    }
    return beta(x) * sum;
  };
  const auto error = [&](int side) {
    Walls<kD> walls = all_walls<kD>(Wall::kValue);
    walls.value = wave<kD>;
    TestProblem<kD> problem(this->world_, side, 2, walls);
    problem.multigrid().set_coefficients(problem.field(beta));
    problem.multigrid().set_sources(problem.field(source));
    problem.multigrid().solve({}, problem.solution());
    return problem.error(wave<kD>);
  };
  constexpr int kSide = kD == 3 ? 16 : 32;

  EXPECT_GT(std::log2(error(kSide) / error(2 * kSide)), 1.85);
}

/// Nobody asks for contrasts beyond 10^4.
TYPED_TEST(MultigridIn, CyclesStayFewBeyondTenThousand) {
  constexpr int kD = TypeParam::value;
  const comm::Communicator alone = this->world_.split(this->world_.rank(), 0);
  if (this->world_.rank() > 0) {
    return;
  }
  for (const int levels : {1, 2}) {
    for (const Jump<kD>& jump :
         {ball<kD>(1e6), ball<kD>(1e-6), layer<kD>(1e8), checkers<kD>(1e6, 8, 1)}) {
      const SolveReport report = solve_with<kD>(alone, levels, jump);

      EXPECT_LE(report.cycles, 12) << jump.name << ' ' << jump.contrast << ", " << levels;
      EXPECT_LE(report.factor(), 0.2) << jump.name << ' ' << jump.contrast << ", " << levels;
    }
  }
}

/// Sums after a solve by all ranks, by them in other boxes, and by this one alone.
template <int D>
std::vector<std::uint64_t> sums(const comm::Communicator& world, int side, int levels,
                                const typename TestProblem<D>::Function& beta,
                                Wall kind = Wall::kValue) {
  const auto solve = [&](const comm::Communicator& ranks, std::uint32_t seed) {
    TestProblem<D> problem(ranks, side, levels, all_walls<D>(kind), seed);
    problem.multigrid().set_coefficients(problem.field(beta));
    problem.multigrid().set_sources(
        problem.field([](const Point<D>& x) { return std::sin(2.0 * kPi * x[0]); }));
    problem.multigrid().solve({.tolerance = 1e-6}, problem.solution());
    return problem.checksum();
  };
  return {solve(world, 1), solve(world, 2), solve(world.split(world.rank(), 0), 1)};
}

/// On so many cells that ranks share grids below the base, and smooth one of them together.
TYPED_TEST(MultigridIn, BitsDoNotDependOnRanksWhereCoefficientsJump) {
  constexpr int kD = TypeParam::value;
  constexpr int kSide = kD == 1 ? 65536 : kD == 2 ? 512 : 56;
  for (const Wall kind : {Wall::kValue, Wall::kPeriodic}) {
    const auto found = sums<kD>(this->world_, kSide, 1, checkers<kD>(1e4, 3, 1), kind);

    EXPECT_EQ(found, std::vector(3, found.front()));
  }
}

TYPED_TEST(MultigridIn, BitsDoNotDependOnRanksWhereCellsDrawTheirCoefficients) {
  constexpr int kD = TypeParam::value;
  const auto found =
      sums<kD>(this->world_, kD == 3 ? 8 : 32, 3, Drawn<kD>{Drawn<kD>::Law::kTwo, 5});

  EXPECT_EQ(found, std::vector(3, found.front()));
}

TYPED_TEST(MultigridIn, NoFluxLeavesAConstantFree) {
  constexpr int kD = TypeParam::value;
  for (const Wall kind : {Wall::kFlux, Wall::kPeriodic}) {
    const double k = kind == Wall::kFlux ? kPi : 2.0 * kPi;
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
  TestProblem<kD> problem(this->world_, 8, 1, all_walls<kD>(Wall::kFlux));

  EXPECT_THROW(problem.multigrid().set_sources(problem.field([](const auto&) { return 1.0; })),
               InputError);
  EXPECT_THROW(
      problem.multigrid().set_coefficients(problem.field([](const auto& x) { return x[0] - 0.5; })),
      InputError);
}

}  // namespace
}  // namespace evenkeel::elliptic
