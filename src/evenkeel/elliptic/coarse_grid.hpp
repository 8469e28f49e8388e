// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One grid below the base level.
#pragma once

#include "evenkeel/elliptic/frame.hpp"
#include "evenkeel/hierarchy/ghost_plan.hpp"

namespace evenkeel::elliptic {

/// A level with a plan for its ghosts between patches; those beyond walls stay 0.
template <int D>
class GhostedLevel {
 public:
  /// Not collective; values are 0.
  GhostedLevel(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout, int ghosts,
               int components = 1);

  /// Collective.
  void fill_ghosts();

  std::size_t patches() const { return level.patches().size(); }
  const geometry::Box<D>& box(std::size_t patch) const { return level.patches()[patch].box; }
  storage::View<D> view(std::size_t patch) const { return level.state_views()[patch]; }

  hierarchy::Level<D> level;

 private:
  hierarchy::GhostPlan<D> ghosts_;
};

/// Corrections on a grid below the base, its operator as full stencils: see black_box.hpp.
template <int D>
class CoarseGrid {
 public:
  /// Not collective.
  CoarseGrid(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout);

  /// All of the grid in one box of every rank, each its own.
  static hierarchy::LevelLayout<D> whole(const Frame<D>& frame, int number);

  /// Sweeps of Gauss and Seidel through 2^D colours, forth or back. Collective.
  /// \param is_zero  values and ghosts are 0, and so there is nothing to bring before the first
  /// \param seconds  computing is added there [s]
  void smooth(int sweeps, bool forth, bool is_zero, double& seconds);
  /// Sets \p rest, of the same patches, to rhs - A values. Collective.
  void find_rest(const hierarchy::Level<D>& rest, double& seconds);
  /// Sets values to 0. Not collective.
  void clear();

  GhostedLevel<D> values;   ///< one ghost
  GhostedLevel<D> stencil;  ///< two ghosts; all points
  hierarchy::Level<D> rhs;  ///< no ghosts
};

}  // namespace evenkeel::elliptic
