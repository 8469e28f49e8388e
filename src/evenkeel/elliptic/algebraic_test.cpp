// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Interpolation and cycles of algebraic multigrid.
#include "evenkeel/elliptic/algebraic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

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
  Sparse matrix(kRows);
  for (std::int32_t i = 0; i < kRows; ++i) {
    double sum = 0.0;
    const double own = beta[static_cast<std::size_t>(i)];
    const auto join = [&](std::int32_t other, bool is_inside) {
      if (is_inside) {
        const double passes = 2.0 / (1.0 / own + 1.0 / beta[static_cast<std::size_t>(other)]);
        matrix.add(other, -passes);
        sum += passes;
      } else if (is_held) {
        sum += 2.0 * own;
      }
    };
    join(i - 1, i % kSide > 0);
    join(i + 1, i % kSide + 1 < kSide);
    join(i - kSide, i >= kSide);
    join(i + kSide, i + kSide < kRows);
    matrix.add(i, sum);
    matrix.end_row();
  }
  return matrix;
}

/// rhs - matrix values.
std::vector<double> rest(const Sparse& matrix, const std::vector<double>& values,
                         std::vector<double> rhs) {
  for (std::int32_t i = 0; i < matrix.rows(); ++i) {
    for (const auto& [column, value] : matrix.row(i)) {
      rhs[static_cast<std::size_t>(i)] -= value * values[static_cast<std::size_t>(column)];
    }
  }
  return rhs;
}

double norm(const std::vector<double>& values) {
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}

/// By how much the last of \p cycles changes the residual of a source and a sink.
double factor(const Sparse& matrix, int cycles) {
  AlgebraicMultigrid multigrid(matrix);
  std::vector<double> left(kRows, 0.0);
  left.front() = 1.0;
  left.back() = -1.0;
  double last = 0.0;
  std::vector<double> correction(kRows);
  for (int k = 0; k < cycles; ++k) {
    const double before = norm(left);
    multigrid.cycle(left, correction);
    left = rest(matrix, correction, left);
    last = norm(left) / before;
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

  EXPECT_LT(up.columns(), kRows * 6 / 10);
  for (std::int32_t i = 0; i < up.rows(); ++i) {
    double sum = 0.0;
    for (const Sparse::Entry& entry : up.row(i)) {
      EXPECT_GT(entry.value, 0.0);
      sum += entry.value;
    }
    EXPECT_NEAR(sum, 1.0, 1e-12) << i;
  }
}

TEST(AlgebraicMultigrid, SolvesFewRowsAtOnce) {
  Sparse matrix(2);
  matrix.add(0, 3.0);
  matrix.add(1, -1.0);
  matrix.end_row();
  matrix.add(0, -1.0);
  matrix.add(1, 2.0);
  matrix.end_row();
  std::vector<double> values(2);

  AlgebraicMultigrid(matrix).cycle(std::vector{5.0, 0.0}, values);

  EXPECT_NEAR(values[0], 2.0, 1e-14);
  EXPECT_NEAR(values[1], 1.0, 1e-14);
}

TEST(Sparse, TransposesAndMultiplies) {
  Sparse a(3);
  a.add(2, 5.0);
  a.add(0, 1.0);
  a.end_row();
  a.add(1, 2.0);
  a.end_row();

  const Sparse square = a.times(a.transposed());

  EXPECT_EQ(square.rows(), 2);
  EXPECT_EQ(square.columns(), 2);
  ASSERT_EQ(square.row(0).size(), 1U);
  EXPECT_EQ(square.row(0)[0].column, 0);
  EXPECT_EQ(square.row(0)[0].value, 26.0);
  EXPECT_EQ(square.row(1)[0].column, 1);
  EXPECT_EQ(square.row(1)[0].value, 4.0);
}

}  // namespace
}  // namespace evenkeel::elliptic
