// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// All half sweeps through a base level in one go.
#pragma once

#include "evenkeel/elliptic/grid.hpp"
#include "evenkeel/hierarchy/copy_plan.hpp"

namespace evenkeel::elliptic {

/// Smooths a base level with ghosts deep enough for all half sweeps, each on a layer less than the
/// one before: neighbours compute the same bits there. One message takes the place of one for each
/// half sweep, and rows pass through the cache once: a half sweep follows the one before it a
/// row behind.
template <int D>
class DeepSmoother {
 public:
  /// Ghosts of values that this needs; 1 where it does not pay: where boxes are so small that what
  /// is computed twice takes longer than messages do, as in three dimensions they mostly are. Not
  /// collective. \param domain  of the base
  static int depth(const geometry::Box<D>& domain, const hierarchy::LevelLayout<D>& base);

  /// Not collective. \param base  made with depth(); it and \p frame outlive this
  DeepSmoother(Frame<D>& frame, Grid<D>& base);

  /// Brings coefficients that changed to the ghosts. Collective.
  void take_operator();

  /// Smooths from values of 0 and sets \p rest, of the same patches and with a layer of ghosts, to
  /// what is left of the right side. Collective. \param seconds  computing is added there [s]
  void go_down(const hierarchy::Level<D>& rest, double& seconds);
  /// Smooths values in the reverse order of colours; leaves their ghosts as they are. Collective.
  void go_up(double& seconds);

 private:
  geometry::Box<D> reach(std::size_t patch, int layers) const;
  void plan_faces(Frame<D>& frame);
  void sweep(std::size_t patch, int first_colour, int layers, const storage::View<D>* rest);

  Grid<D>* base_;
  geometry::Box<D> inside_;  ///< walls
  hierarchy::GhostPlan<D> values_;
  hierarchy::GhostPlan<D> rhs_;
  hierarchy::CopyPlan<D> faces_;
  std::vector<storage::View<D>> face_views_;
};

}  // namespace evenkeel::elliptic
