// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What lies between a grid and the next one below it.
#pragma once

#include <memory>
#include <span>

#include "evenkeel/elliptic/coarse_grid.hpp"

namespace evenkeel::elliptic {

/// Brings operators and rests down to a grid, and corrections up from it.
template <int D>
class Link {
 public:
  virtual ~Link() = default;

  /// Points of the stencil that set_operator() reads.
  virtual std::span<const int> points() const = 0;
  /// Gives the grid below its operator. Collective. \param stencil  two ghosts, filled
  virtual void set_operator(const GhostedLevel<D>& stencil) = 0;
  /// The right side of the grid below from rest(). Collective.
  /// \param has_ghosts  a layer of ghosts of rest() is right already
  virtual void restrict_rest(bool has_ghosts) = 0;
  /// Between grids of the same cells: the one below has \p values in place of corrections from
  /// here on, and gives them back in place of prolong_add(). Collective.
  virtual void take(const hierarchy::Level<D>& /*values*/) {}
  virtual void give_back(const hierarchy::Level<D>& /*values*/) {}
  /// Adds the values of the grid below, whose ghosts are filled, to \p values. Collective.
  virtual void prolong_add(const hierarchy::Level<D>& values) = 0;

  /// What the finer grid leaves, on its patches.
  virtual const hierarchy::Level<D>& rest() const = 0;
};

/// The grid below has every other cell, in the same patches; both outlive the link.
template <int D>
std::unique_ptr<Link<D>> halving(Frame<D>& frame, const hierarchy::Level<D>& finer,
                                 CoarseGrid<D>& coarser, std::span<const int> points);

/// The grid below has the same cells, all of them on every rank, and as many points.
template <int D>
std::unique_ptr<Link<D>> gathering(Frame<D>& frame, const hierarchy::Level<D>& finer,
                                   CoarseGrid<D>& coarser, std::span<const int> points);

}  // namespace evenkeel::elliptic
