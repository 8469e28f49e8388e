// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The five- and seven-point operator div(beta grad u) on one patch.
#pragma once

#include <array>
#include <optional>

#include "evenkeel/hierarchy/face_strip.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::elliptic {

/// The operator on one patch, as rows of faces:
///
///     A u = sum over axes of c_above (u_above - u) - c_below (u - u_below),  c = beta_face / h^2
///
/// c of the face below a cell along axis d is component d of \p faces at the cell. Where a face is
/// a wall or the end of a level, c and the value beside it say what one-sided difference holds
/// there: see Grid.
template <int D>
struct Stencil {
  storage::View<D> faces;  ///< components: one an axis; one cell more than box at the upper ends
  geometry::Box<D> box;    ///< cells of the patch
};

/// One half sweep of Gauss and Seidel: solves A u = rhs for the cells whose indices add up to an
/// even (\p colour 0) or odd (1) number, their neighbours as they are.
///
/// The order of cells within a colour does not matter. Not collective.
template <int D>
void relax(const Stencil<D>& stencil, const storage::View<D>& values, const storage::View<D>& rhs,
           int colour);

/// Sets \p out to rhs - A u. Not collective. Cost: 6 D + 1 operations, 2 D + 3 streams a cell.
template <int D>
void residual(const Stencil<D>& stencil, const storage::View<D>& values,
              const storage::View<D>& rhs, const storage::View<D>& out);

/// The faces of a level's boundary that look one way.
struct Side {
  int axis = 0;
  bool upper = false;  ///< of the finer level
};

/// Records the fluxes beta du/dx through the faces \p recorder has strips for, on one side or all.
/// Not collective.
/// \param spacing  cell sizes of the level [length]
template <int D>
void record_fluxes(const Stencil<D>& stencil, const storage::View<D>& values,
                   const std::array<double, static_cast<std::size_t>(D)>& spacing,
                   const hierarchy::FluxRecorder<D>& recorder, const std::optional<Side>& side);

/// Sets component d of \p lower and \p upper to beta du/dx_d through the faces below and above
/// each cell. Not collective.
template <int D>
void face_fluxes(const Stencil<D>& stencil, const storage::View<D>& values,
                 const std::array<double, static_cast<std::size_t>(D)>& spacing,
                 const storage::View<D>& lower, const storage::View<D>& upper);

/// Sets \p out to the flux through the upper face of \p axis less that through the lower one, for
/// the cells of the box.
template <int D>
void flux_difference(const Stencil<D>& stencil, const storage::View<D>& values,
                     const std::array<double, static_cast<std::size_t>(D)>& spacing, int axis,
                     const storage::View<D>& out);

/// to += from on \p box. Not collective.
template <int D>
void add(const storage::View<D>& from, const storage::View<D>& to, const geometry::Box<D>& box);

}  // namespace evenkeel::elliptic
