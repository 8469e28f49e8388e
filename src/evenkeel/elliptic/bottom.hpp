// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The solve on the coarsest grid.
#pragma once

#include <vector>

#include "evenkeel/elliptic/coarse_grid.hpp"

namespace evenkeel::elliptic {

/// Conjugate gradients on a grid that every rank has whole, so that it needs no messages and gives
/// the same bits on any number of ranks.                            (Hestenes and Stiefel 1952)
///
/// Where the walls leave a constant free, the mean of the right side is dropped and the mean of
/// the solution is 0.
template <int D>
class Bottom {
 public:
  /// \param grid  whole on every rank; it and the frame outlive this object
  Bottom(Frame<D>& frame, CoarseGrid<D>& grid);

  /// Sets the grid's values to the solution for its right side. Not collective.
  void solve();

 private:
  /// Sets image_ to -A direction_.
  void apply();
  void load(const storage::View<D>& view, std::vector<double>& values) const;
  void drop_mean(std::vector<double>& values) const;

  CoarseGrid<D>* grid_;
  hierarchy::Level<D> rest_;
  bool singular_;
  std::vector<double> zero_;
  std::vector<double> solution_;
  std::vector<double> residual_;
  std::vector<double> direction_;
  std::vector<double> image_;
};

}  // namespace evenkeel::elliptic
