// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Interpolation and cycles of algebraic multigrid.
#include "evenkeel/elliptic/algebraic.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <Eigen/SparseCore>

namespace evenkeel::elliptic {
namespace {

constexpr std::int32_t kSide = 48;
constexpr std::int32_t kRows = kSide * kSide;

/// A square of cells, each of coefficient 1 or \p contrast at random, and what joins them; held at
/// the walls, or nowhere.
Sparse random_cells(double contrast, bool is_held, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<double> beta(kRows);
  std::ranges::generate(beta, [&] { return (bits() & 1U) != 0 ? contrast : 1.0; });
  std::vector<Eigen::Triplet<double, std::int32_t>> entries;
  for (std::int32_t i = 0; i < kRows; ++i) {
    double sum = 0.0;
    const double own = beta[static_cast<std::size_t>(i)];
    const auto join = [&](std::int32_t other, bool is_inside) {
      if (is_inside) {
        const double passes = 2.0 / (1.0 / own + 1.0 / beta[static_cast<std::size_t>(other)]);
        entries.emplace_back(i, other, -passes);
        sum += passes;
      } else if (is_held) {
        sum += 2.0 * own;
      }
    };
    join(i - 1, i % kSide > 0);
    join(i + 1, i % kSide + 1 < kSide);
    join(i - kSide, i >= kSide);
    join(i + kSide, i + kSide < kRows);
    entries.emplace_back(i, i, sum);
  }
  Sparse matrix(kRows, kRows);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// By how much the last of \p cycles changes the residual of a source and a sink.
double factor(const Sparse& matrix, int cycles) {
  AlgebraicMultigrid multigrid(matrix);
  Eigen::VectorXd left = Eigen::VectorXd::Zero(kRows);
  left[0] = 1.0;
  left[kRows - 1] = -1.0;
  double last = 0.0;
  Eigen::VectorXd correction(kRows);
  for (int k = 0; k < cycles; ++k) {
    const double before = left.norm();
    multigrid.cycle({left.data(), kRows}, {correction.data(), kRows});
    left -= matrix * correction;
    last = left.norm() / before;
  }
  return last;
}

TEST(AlgebraicMultigrid, FollowsAnyContrast) {
  for (const double contrast : {1.0, 1e2, 1e4, 1e8}) {
    for (const unsigned seed : {1U, 2U}) {
      EXPECT_LT(factor(random_cells(contrast, true, seed), 6), 0.35) << contrast << ' ' << seed;
      EXPECT_LT(factor(random_cells(contrast, false, seed), 6), 0.35) << contrast << ' ' << seed;
    }
  }
}

TEST(AlgebraicMultigrid, InterpolatesConstantsExactly) {
  const Sparse up = interpolation(random_cells(1e4, false, 3));

  EXPECT_LT(up.cols(), kRows * 6 / 10);
  for (std::int32_t i = 0; i < up.rows(); ++i) {
    double sum = 0.0;
    for (Sparse::InnerIterator entry(up, i); entry; ++entry) {
      EXPECT_GT(entry.value(), 0.0);
      sum += entry.value();
    }
    EXPECT_NEAR(sum, 1.0, 1e-12) << i;
  }
}

TEST(AlgebraicMultigrid, SolvesFewRowsAtOnce) {
  const Sparse matrix = Eigen::Matrix2d{{3.0, -1.0}, {-1.0, 2.0}}.sparseView();
  std::vector<double> values(2);

  AlgebraicMultigrid(matrix).cycle(std::vector{5.0, 0.0}, values);

  EXPECT_NEAR(values[0], 2.0, 1e-14);
  EXPECT_NEAR(values[1], 1.0, 1e-14);
}

/// Without a wall only differences of values mean something; none may be lost in a large constant.
TEST(AlgebraicMultigrid, SolvesFewRowsThatNothingHolds) {
  const Sparse matrix =
      Eigen::Matrix3d{{1e4, -1e4, 0.0}, {-1e4, 1e4 + 1.0, -1.0}, {0.0, -1.0, 1.0}}.sparseView();
  std::vector<double> values(3);

  AlgebraicMultigrid(matrix).cycle(std::vector{2.0, 0.0, -2.0}, values);

  EXPECT_NEAR(values[1] - values[2], 2.0, 1e-9);
  EXPECT_NEAR(values[0] - values[1], 2e-4, 1e-9);
  EXPECT_LT(std::abs(values[0]), 10.0);
}

}  // namespace
}  // namespace evenkeel::elliptic
