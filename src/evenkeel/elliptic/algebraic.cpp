// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cycles through grids that are made from a matrix.
#include "evenkeel/elliptic/algebraic.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCore>

namespace evenkeel::elliptic {
namespace {

constexpr std::int32_t kFewRows = 40;  ///< are solved at once
constexpr double kHeld = 1e-15;        ///< of a diagonal is added to it, so that constants are held

}  // namespace

struct AlgebraicMultigrid::Grid {
  explicit Grid(const Sparse& of)
      : matrix(of), diagonal(of.diagonal()), rhs(of.rows()), values(of.rows()), rest(of.rows()) {}

  /// A sweep of Gauss and Seidel, through the rows forth or back.
  void smooth(bool forth) {
    const Eigen::Index rows = matrix.rows();
    for (Eigen::Index k = 0; k < rows; ++k) {
      const Eigen::Index row = forth ? k : rows - 1 - k;
      double sum = rhs[row];
      for (Sparse::InnerIterator entry(matrix, row); entry; ++entry) {
        sum -= entry.value() * values[entry.index()];
      }
      values[row] += sum / diagonal[row];
    }
  }

  Sparse matrix;
  Sparse up;    ///< interpolation from the coarser grid
  Sparse down;  ///< its transpose
  Eigen::VectorXd diagonal;
  Eigen::VectorXd rhs;
  Eigen::VectorXd values;
  Eigen::VectorXd rest;
};

struct AlgebraicMultigrid::Coarsest {
  explicit Coarsest(Eigen::MatrixXd matrix) {
    matrix.diagonal() *= 1.0 + kHeld;
    factors.compute(matrix);
  }

  Eigen::LDLT<Eigen::MatrixXd> factors;
};

AlgebraicMultigrid::AlgebraicMultigrid(const Sparse& matrix) {
  grids_.push_back(std::make_unique<Grid>(matrix));
  while (grids_.back()->matrix.rows() > kFewRows) {
    Grid& fine = *grids_.back();
    fine.up = interpolation(fine.matrix);
    fine.down = fine.up.transpose();
    const Sparse right = fine.matrix * fine.up;
    grids_.push_back(std::make_unique<Grid>(fine.down * right));
  }
  coarsest_ = std::make_unique<Coarsest>(grids_.back()->matrix);
}

AlgebraicMultigrid::~AlgebraicMultigrid() = default;

void AlgebraicMultigrid::cycle(std::span<const double> rhs, std::span<double> values) {
  const auto rows = static_cast<Eigen::Index>(rhs.size());
  grids_.front()->rhs = Eigen::VectorXd::Map(rhs.data(), rows);
  grids_.front()->values.setZero();
  improve(0, true);
  Eigen::VectorXd::Map(values.data(), rows) = grids_.front()->values;
}

void AlgebraicMultigrid::improve(std::size_t grid, bool twice) {
  Grid& fine = *grids_[grid];
  if (grid + 1 == grids_.size()) {
    fine.values = coarsest_->factors.solve(fine.rhs);
    return;
  }
  Grid& coarse = *grids_[grid + 1];
  fine.smooth(true);
  fine.rest = fine.rhs - fine.matrix * fine.values;
  coarse.rhs = fine.down * fine.rest;
  coarse.values.setZero();
  improve(grid + 1, twice);
  fine.values += fine.up * coarse.values;
  fine.smooth(false);
  if (twice) {
    improve(grid, false);
  }
}

}  // namespace evenkeel::elliptic
