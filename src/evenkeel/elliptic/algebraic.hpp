// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Multigrid that knows a matrix only, for coefficients that no regular coarser grid can follow.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/elliptic/sparse.hpp"

namespace evenkeel::elliptic {

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
  explicit AlgebraicMultigrid(Sparse matrix);

  /// Sets \p values, shape [rows], to about what solves matrix values = rhs.
  void cycle(std::span<const double> rhs, std::span<double> values);

 private:
  struct Grid {
    explicit Grid(Sparse matrix);
    /// Sweeps of Gauss and Seidel, through the rows forth or back.
    void smooth(bool forth);
    void find_rest();

    Sparse matrix;
    Sparse up{0};    ///< interpolation from the coarser grid
    Sparse down{0};  ///< its transpose
    std::vector<double> diagonal;
    std::vector<double> rhs;
    std::vector<double> values;
    std::vector<double> rest;
  };

  void factorise();
  void solve_coarsest();
  double& factor(std::size_t row, std::size_t column) {
    return factors_[row * (row + 1) / 2 + column];
  }

  std::vector<Grid> grids_;      ///< finest first
  std::vector<double> factors_;  ///< of the coarsest: L D L^T, lower half with D, row by row
};

}  // namespace evenkeel::elliptic
