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
///
/// With deep ghosts several colours are relaxed between two messages: each one on a layer of ghosts
/// less, where neighbours compute the same bits.
template <int D>
class CoarseGrid {
 public:
  /// Not collective. \param depth  ghosts of values, at least 1
  CoarseGrid(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout, int depth);

  /// All of the grid in one box of every rank, each its own.
  static hierarchy::LevelLayout<D> whole(const Frame<D>& frame, int number);

  /// True where find_rest() sets a layer of ghosts of the rest, too.
  bool is_deep() const { return depth_ > 1; }

  /// Sweeps of Gauss and Seidel through 2^D colours, forth or back. Collective.
  /// \param seconds  computing is added there [s]
  /// \pre ghosts of rhs are filled
  void smooth(int sweeps, bool forth, double& seconds);
  /// Sets \p rest, of the same patches, to rhs - A values. Collective.
  void find_rest(const hierarchy::Level<D>& rest, double& seconds);
  /// The same where values are 0. Not collective.
  void pass_on(const hierarchy::Level<D>& rest) const;
  /// Sets values and ghosts to 0. Not collective.
  void clear();
  /// Says that values, but not their ghosts, were changed. Not collective.
  void note_changed() { right_layers_ = 0; }
  /// Fills the ghosts of values unless as many \p layers of them are right. Collective.
  void need_ghosts(int layers);

  GhostedLevel<D> values;   ///< depth ghosts
  GhostedLevel<D> stencil;  ///< at least two ghosts; all points
  GhostedLevel<D> rhs;      ///< depth - 1 ghosts

 private:
  bool is_alone() const;
  geometry::Box<D> reach(std::size_t patch, int layers) const;

  const Frame<D>* frame_;
  int depth_;
  int right_layers_ = 0;  ///< of ghosts of values
};

}  // namespace evenkeel::elliptic
