// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The grid of one level: values on its patches, and how its edges are filled.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "evenkeel/elliptic/frame.hpp"
#include "evenkeel/elliptic/stencil.hpp"
#include "evenkeel/hierarchy/copy_plan.hpp"
#include "evenkeel/hierarchy/ghost_plan.hpp"
#include "evenkeel/hierarchy/sync_plan.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::elliptic {

/// Cells outside one face of a patch that no patch of its level has.
template <int D>
struct Edge {
  std::size_t patch = 0;
  std::size_t axis = 0;
  bool upper = false;
  geometry::Box<D> cells;      ///< one layer outside the patch
  storage::Array<D> given;     ///< what does not depend on the patch: see Grid. Of kind kFlux: what
                               ///< leaves the cells inside, empty for nothing
  storage::Array<D> second{};  ///< at ends: s of Grid
  storage::Array<D> along{};   ///< at ends: see weigh_along()
};

/// Values, right side and coefficients of one grid, patch by patch.
///
/// At a *wall* of kind kValue the ghost cell holds the value at the wall, half a cell away, and the
/// coefficient of the face is that of half a cell; where what passes is given the coefficient is 0,
/// and that is a source of the cell. At
/// the *end of the level* fluxes are interpolated, not values, which may be anything beyond a jump:
/// that between u_1 inside and the coarser level's value one fine cell beyond the face (itself
/// interpolated along the face: see weigh_along()), and that between u_1 and the second cell inside
///
///     flux = (1 - l/5) F_out + l/5 F_in,   l = likeness of their coefficients
///     F_out = (u_coarse - u_1) / (h / (2 beta_1) + h / beta_coarse) =: C (u_coarse - u_1)
///     F_in = (u_1 - u_2) / (h / (2 beta_1) + h / (2 beta_2))        =: B (u_1 - u_2)
///
/// Where coefficients are even, this is quadratic interpolation. (Martin and Cartwright 1996) The
/// coefficient of the face is A = (1 - l/5) C - l/5 B, a third where it would be 1, and the ghost
/// cell holds u_coarse + s (u_coarse - u_2), s = l B / (5 A): it does not depend on u_1, and a
/// sweep that solves for u_1 is exact. A > 0, as l falls with the square of the smaller part.
template <int D>
class Grid {
 public:
  /// Not collective. \param coarser  the grid of the next coarser level; null for the base
  /// \param depth  ghosts of values; the right side and coefficients have one less
  Grid(Frame<D>& frame, int number, const hierarchy::LevelLayout<D>& layout, Grid* coarser,
       int depth = 1);

  int number() const { return values.number(); }
  std::size_t patches() const { return values.patches().size(); }
  const geometry::Box<D>& box(std::size_t patch) const { return values.patches()[patch].box; }
  const hierarchy::Point<D>& spacing() const { return spacing_; }
  Stencil<D> stencil(std::size_t patch) const {
    return {faces_[patch].view(), values.patches()[patch].box};
  }

  /// Ghosts of resistances in values, of \p halves of cells or of whole ones: neighbours' and,
  /// beyond the level, the coarser cell's, whose half is as long as a whole one here; beyond walls
  /// nothing for halves, else the same as inside. Collective.
  void fill_resistance_ghosts(bool halves);
  /// Faces along \p axis from the resistances of the halves below them, then of those above, in
  /// values with ghosts. Not collective.
  void start_faces(int axis);
  void finish_faces(int axis);
  /// Weights of prolong_add() from the resistances of whole cells in values, and of \p halves,
  /// which has two components. Not collective.
  void set_weights(int axis, const std::function<storage::View<D>(std::size_t)>& halves);
  /// Weights along the ends from the coarser grid's coefficients, which are in its values.
  /// Collective.
  void set_along();
  /// Coefficients of faces; at ends what joins u_1 and u_coarse. Not collective.
  storage::Array<D> couplings(std::size_t patch) const;
  /// Faces and weights where the coefficient is 1 everywhere. Not collective.
  void set_uniform();
  /// Sets values and ghosts to 0. Not collective.
  void clear();

  /// What lies outside is nothing: walls at 0, no coarser values. Not collective.
  void clear_edges();
  /// Brings what edges take from the coarser grid up to date, walls at 0. Collective.
  void gather_correction() {
    begin_gather();
    finish_gather(false);
  }
  /// Sends what edges of other ranks take from the coarser grid. Collective.
  void begin_gather();
  /// Waits for what they take here. Collective. \param with_walls  at their values, else at 0
  void finish_gather(bool with_walls);
  /// Walls at what Walls::value says. Not collective.
  void set_walls();
  /// Calls fn(patch, axis, upper, cell, flux) for the cells inside walls of kind kFlux, with what
  /// leaves the domain there, unless that is nothing. Not collective.
  template <class Fn>
  void for_each_flux(const Fn& fn) const;

  /// Fills the innermost ghost cells of values from neighbours and edges. Collective.
  void fill_ghosts() {
    begin_ghosts();
    finish_ghosts();
  }
  /// Sends the outermost cells of patches, which may not change until finish_ghosts(); all others
  /// may. Collective.
  void begin_ghosts() { ghosts_->begin(values, {}); }
  void finish_ghosts();  ///< Collective.
  /// Fills ghost cells that neighbours have, and no others. Collective.
  void copy_ghosts() {
    begin_ghosts();
    ghosts_->finish(values);
  }

  /// Adds the interpolated values of the coarser grid, which gather_correction() brought.
  /// Linear along each axis where coefficients are even; elsewhere the flux between coarse centres,
  /// not the slope, is the same all the way:  w = beta_next / (2 (beta + beta_next)). Not
  /// collective.
  void prolong_add();

  hierarchy::Level<D> values;  ///< depth ghosts
  hierarchy::Level<D> rhs;     ///< depth - 1 ghosts
  hierarchy::Level<D> rest;    ///< no ghosts: rhs - A values

  /// Between the coarser grid and this one; null for the base.
  hierarchy::SyncPlan<D>* sync() { return sync_ ? &*sync_ : nullptr; }

 private:
  void make_edges();
  void add_edges(std::size_t patch, std::size_t axis, bool upper);
  void fold(const std::vector<Edge<D>>& edges, int axis, double factor);
  void fold_ends(int axis);
  void plan_gather();
  void set_flux(Edge<D>& edge) const;
  double mean_flux(int level, geometry::Index<D> cell, std::size_t axis, bool upper) const;
  void fill_beyond_walls(std::size_t patch, bool with_walls) const;

  Frame<D>* frame_;
  Grid* coarser_;
  hierarchy::Point<D> spacing_;
  std::vector<storage::Array<D>> faces_;
  std::vector<storage::Array<D>> weights_;  ///< of the farther coarse cells, by axis
  std::vector<Edge<D>> ends_;               ///< where a coarser level goes on
  std::vector<Edge<D>> walls_;              ///< of kind kValue
  std::vector<Edge<D>> closed_;             ///< of kind kFlux
  std::optional<hierarchy::GhostPlan<D>> ghosts_;
  std::optional<hierarchy::SyncPlan<D>> sync_;
  std::optional<hierarchy::CopyPlan<D>> gather_;
  std::vector<storage::Array<D>> under_;  ///< coarse values under a patch and one around
  std::vector<storage::View<D>> under_views_;
  std::vector<storage::Array<D>> under_beta_;  ///< coefficients there, where fluxes are given
};

template <int D>
template <class Fn>
void Grid<D>::for_each_flux(const Fn& fn) const {
  for (const Edge<D>& edge : closed_) {
    const storage::View<D> flux = edge.given.view();
    storage::for_each_cell(flux.box, [&](const geometry::Index<D>& cell) {
      fn(edge.patch, edge.axis, edge.upper, cell, flux(0, cell));
    });
  }
}

}  // namespace evenkeel::elliptic
