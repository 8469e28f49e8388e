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

/// One V-cycle at a time on a matrix that one rank has whole. No member is collective.
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

  std::vector<std::unique_ptr<Grid>> grids_;  ///< finest first
  std::unique_ptr<Coarsest> coarsest_;
};

}  // namespace evenkeel::elliptic
