// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The part of a cycle that follows any coefficients.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "evenkeel/elliptic/leaf_cells.hpp"

namespace evenkeel::elliptic {

class AlgebraicMultigrid;

/// Corrects the base and some levels above it at once, their equations gathered on every rank and
/// cycled through by algebraic multigrid: in place of what halves regular grids, where no regular
/// coarser grid has what the coefficients join. See leaf_matrix.hpp for what it solves.
template <int D>
class LeafCorrection {
 public:
  /// Collective. \param grids  by level, coefficients set; they and \p frame outlive this
  LeafCorrection(const Frame<D>& frame, std::span<const std::unique_ptr<Grid<D>>> grids);
  ~LeafCorrection();

  /// How many of \p grids have few enough leaves for every rank to have them all; may be 0.
  static std::size_t feasible(std::span<const std::unique_ptr<Grid<D>>> grids);

  std::size_t levels() const { return grids_.size(); }

  /// Sets values of all leaves to a correction for their right sides, others to 0. Collective.
  void correct();

 private:
  static constexpr std::size_t kSides = 2 * static_cast<std::size_t>(D);

  template <class Fn>
  void for_each_patch(const Fn& fn) const;
  std::vector<double> gather_faces() const;
  std::vector<double> gather(std::size_t components, const std::vector<double>& mine) const;

  const Frame<D>* frame_;
  std::span<const std::unique_ptr<Grid<D>>> grids_;
  LeafCells<D> leaves_;
  std::vector<std::int32_t> by_owner_;
  std::size_t first_ = 0;  ///< of this rank's cells in by_owner_
  std::vector<double> rhs_;
  std::vector<double> values_;
  std::unique_ptr<AlgebraicMultigrid> multigrid_;
};

}  // namespace evenkeel::elliptic
