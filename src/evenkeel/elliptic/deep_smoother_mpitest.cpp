// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Bits of solutions on wide boxes, and on levels that were made anew.
/// ranks: 1 2 3
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "evenkeel/elliptic/test_problem.hpp"

namespace evenkeel::elliptic {
namespace {

using hierarchy::Point;
constexpr double kPi = std::numbers::pi;

template <class Dimension>
class BaseIn : public ::testing::Test {
 protected:
  comm::Communicator world_{MPI_COMM_WORLD};
};
using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(BaseIn, Dimensions);

/// Bases of more cells than all ranks have whole, in boxes so wide that all half sweeps go on
/// ghosts and in narrow ones where each fills them.
TYPED_TEST(BaseIn, WideBoxesGiveTheBitsOfNarrowOnes) {
  constexpr int kD = TypeParam::value;
  constexpr int kSide = kD == 3 ? 32 : kD == 2 ? 256 : 1 << 15;
  constexpr int kNarrow = kD == 1 ? 32 : 16;
  for (const Wall kind : {Wall::kValue, Wall::kFlux, Wall::kPeriodic}) {
    const auto solve = [&](int widest, int align) {
      TestProblem<kD> problem(this->world_, kSide, 1, all_walls<kD>(kind));
      hierarchy::Dice dice(3);
      problem.install(0, 1, {widest, align}, dice);
      problem.multigrid().set_coefficients(
          problem.field([](const Point<kD>& x) { return 1.0 + x[0] * x.back(); }));
      problem.multigrid().set_sources(
          problem.field([](const Point<kD>& x) { return std::sin(2.0 * kPi * x[0]); }));
      problem.multigrid().solve({.tolerance = 1e-6}, problem.solution());
      return problem.checksum();
    };
    const int wide = kD == 3 ? kSide : kSide / 2;

    EXPECT_EQ(solve(wide, wide), solve(kNarrow, 4)) << static_cast<int>(kind);
  }
}

/// What is kept of a base that stays.
TYPED_TEST(BaseIn, NewLevelsOnAnOldBaseGiveTheBitsOfNewOnes) {
  constexpr int kD = TypeParam::value;
  for (const bool varies : {false, true}) {
    TestProblem<kD> problem(this->world_, kD == 3 ? 16 : 64, 3, all_walls<kD>(Wall::kValue));
    hierarchy::Dice dice(5);
    const auto solve = [&](int first, int levels) {
      problem.install(first, levels, {.widest = 16, .align = 4}, dice);
      if (varies) {
        problem.multigrid().set_coefficients(
            problem.field([](const Point<kD>& x) { return 1.0 + x[0]; }));
      }
      problem.multigrid().set_sources(problem.field([](const auto&) { return 1.0; }));
      problem.multigrid().solve({}, problem.solution());
      return problem.checksum();
    };
    const std::uint64_t three = solve(0, 3);
    const std::uint64_t two = solve(0, 2);

    EXPECT_EQ(solve(1, 3), three);
    EXPECT_EQ(solve(2, 2), two);
    EXPECT_EQ(solve(1, 2), two);
    EXPECT_EQ(solve(2, 3), three);
  }
}

}  // namespace
}  // namespace evenkeel::elliptic
