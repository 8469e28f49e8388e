// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cycles through grids that are made from a matrix.
#include "evenkeel/elliptic/algebraic.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/core/error.hpp"

namespace evenkeel::elliptic {
namespace {

constexpr std::int32_t kFewRows = 40;  ///< are solved at once
constexpr int kSweeps = 2;             ///< of smoothing, on the way down and on the way up
constexpr double kSingular = 1e-13;    ///< of a diagonal: what rounding leaves of a pivot

/// from -= matrix values, in one row.
double rest_of(std::span<const Sparse::Entry> row, const std::vector<double>& values, double from) {
  for (const auto& [column, value] : row) {
    from -= value * values[static_cast<std::size_t>(column)];
  }
  return from;
}

/// \p to, plus \p matrix times \p from.
void add_product(const Sparse& matrix, const std::vector<double>& from, std::vector<double>& to) {
  for (std::int32_t i = 0; i < matrix.rows(); ++i) {
    double& sum = to[static_cast<std::size_t>(i)];
    for (const auto& [column, value] : matrix.row(i)) {
      sum += value * from[static_cast<std::size_t>(column)];
    }
  }
}

}  // namespace

AlgebraicMultigrid::Grid::Grid(Sparse of) : matrix(std::move(of)) {
  for (std::int32_t i = 0; i < matrix.rows(); ++i) {
    double own = 0.0;
    for (const auto& [column, value] : matrix.row(i)) {
      own += column == i ? value : 0.0;
    }
    diagonal.push_back(own);
  }
  rhs.resize(diagonal.size());
  values.resize(diagonal.size());
  rest.resize(diagonal.size());
}

void AlgebraicMultigrid::Grid::smooth(bool forth) {
  const std::int32_t rows = matrix.rows();
  for (std::int32_t k = 0; k < kSweeps * rows; ++k) {
    const std::int32_t row = forth ? k % rows : rows - 1 - k % rows;
    const auto i = static_cast<std::size_t>(row);
    values[i] += rest_of(matrix.row(row), values, rhs[i]) / diagonal[i];
  }
}

void AlgebraicMultigrid::Grid::find_rest() {
  for (std::int32_t row = 0; row < matrix.rows(); ++row) {
    const auto i = static_cast<std::size_t>(row);
    rest[i] = rest_of(matrix.row(row), values, rhs[i]);
  }
}

AlgebraicMultigrid::AlgebraicMultigrid(Sparse matrix) {
  grids_.emplace_back(std::move(matrix));
  while (grids_.back().matrix.rows() > kFewRows) {
    Grid& fine = grids_.back();
    fine.up = interpolation(fine.matrix);
    fine.down = fine.up.transposed();
    Sparse coarse = fine.down.times(fine.matrix.times(fine.up));
    grids_.emplace_back(std::move(coarse));
  }
  factorise();
}

/// A pivot of which rounding alone is left stands for a constant: its value will be 0.
void AlgebraicMultigrid::factorise() {
  const Sparse& matrix = grids_.back().matrix;
  const auto rows = static_cast<std::size_t>(matrix.rows());
  factors_.assign(rows * (rows + 1) / 2, 0.0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (const auto& [column, value] : matrix.row(static_cast<std::int32_t>(i))) {
      if (const auto j = static_cast<std::size_t>(column); j <= i) {
        factor(i, j) += value;
      }
    }
    const double own = factor(i, i);
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) {
        factor(i, j) -= factor(i, k) * factor(j, k) * factor(k, k);
      }
      factor(i, j) *= factor(j, j) > 0.0 ? 1.0 / factor(j, j) : 0.0;
      factor(i, i) -= factor(i, j) * factor(i, j) * factor(j, j);
    }
    factor(i, i) = factor(i, i) > kSingular * own ? factor(i, i) : 0.0;
  }
}

void AlgebraicMultigrid::solve_coarsest() {
  std::vector<double>& x = grids_.back().values;
  x = grids_.back().rhs;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      x[i] -= factor(i, j) * x[j];
    }
  }
  for (std::size_t i = x.size(); i-- > 0;) {
    x[i] = factor(i, i) > 0.0 ? x[i] / factor(i, i) : 0.0;
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      x[i] -= factor(i, i) > 0.0 ? factor(j, i) * x[j] : 0.0;
    }
  }
}

void AlgebraicMultigrid::cycle(std::span<const double> rhs, std::span<double> values) {
  std::ranges::copy(rhs, grids_.front().rhs.begin());
  for (std::size_t g = 0; g + 1 < grids_.size(); ++g) {
    std::ranges::fill(grids_[g].values, 0.0);
    grids_[g].smooth(true);
    grids_[g].find_rest();
    std::ranges::fill(grids_[g + 1].rhs, 0.0);
    add_product(grids_[g].down, grids_[g].rest, grids_[g + 1].rhs);
  }
  solve_coarsest();
  for (std::size_t g = grids_.size() - 1; g-- > 0;) {
    add_product(grids_[g].up, grids_[g + 1].values, grids_[g].values);
    grids_[g].smooth(false);
  }
  std::ranges::copy(grids_.front().values, values.begin());
}

}  // namespace evenkeel::elliptic
