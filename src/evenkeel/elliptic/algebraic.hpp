// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Multigrid that knows a matrix only, for coefficients that no regular coarser grid can follow.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace Eigen {
template <typename Scalar, int options, typename Index>
class SparseMatrix;
}

namespace evenkeel::elliptic {

/// Row by row, columns ascending. Who makes or reads one includes Eigen/SparseCore.
using Sparse = Eigen::SparseMatrix<double, 1, std::int32_t>;

/// What points of a coarser grid are worth to those of a finer one: a row for each of the finer.
///
/// Couplings are strong that are at least a quarter of the largest of their row. Points on which
/// most others depend strongly are kept; the rest interpolates from kept points nearby by its own
/// equation, in which strong neighbours that are not kept stand for what theirs say.
///                                                 (Ruge and Stueben 1987; Stueben 2001)
/// \param matrix  symmetric; the diagonal is positive and not below the sum of the rest of its row
Sparse interpolation(const Sparse& matrix);

/// One F-cycle at a time on a matrix that one rank has whole. No member is collective.
///
/// Every grid is corrected by an F-cycle below it and then by a V-cycle, with a sweep before and
/// after each. It takes about as long as a V-cycle with twice as many sweeps, and leaves less:
/// what a coarse grid says twice is worth more where islands of cells have any shape.
class AlgebraicMultigrid {
 public:
  /// \param matrix  see interpolation(); may be singular, with a constant as null space
  explicit AlgebraicMultigrid(const Sparse& matrix);
  ~AlgebraicMultigrid();

  /// Sets \p values, shape [rows], to about what solves matrix values = rhs.
  void cycle(std::span<const double> rhs, std::span<double> values);

 private:
  struct Grid;
  struct Coarsest;

  /// Improves the values of a grid by a V-cycle or, \p twice, by an F-cycle.
  void improve(std::size_t grid, bool twice);

  std::vector<std::unique_ptr<Grid>> grids_;  ///< finest first
  std::unique_ptr<Coarsest> coarsest_;
};

}  // namespace evenkeel::elliptic
