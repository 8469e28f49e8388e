// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Interpolation that follows the coefficients, and the coarse operators it makes.
#pragma once

#include "evenkeel/elliptic/full_stencil.hpp"

namespace evenkeel::elliptic {

/// The coarser grid has every other cell: cell I of it is cell 2 I, and a cell that is odd along
/// some axes lies between the coarse ones below and above it along those. Its weights are what
/// its own equation says, summed along the even axes:
///
///     w_i = - sum over neighbours j with fewer odd axes of T_ij w_j / T_ii,
///     T = A summed over points that differ along even axes only
///
/// so that what is joined well has nearly one value, and what is not goes its own way.
///                                                   (Alcouffe et al. 1981; Dendy 1982)
template <int D>
inline constexpr int kParents = 1 << D;

/// The cells whose weights the coarse operator under \p box needs.
template <int D>
geometry::Box<D> weighed_cells(geometry::Box<D> box);

/// Sets weights, component b for the coarse cell floor(i / 2) + b (bit d: one up along axis d), on
/// \p weights.box; 0 where there is no operator. Not collective.
/// \pre \p stencil covers weights.box, ghosts beyond walls 0
template <int D>
void set_weights(const FullStencil<D>& stencil, const storage::View<D>& weights);

/// Sets \p out on \p box, cells of the coarser grid, to P^T A P / 2^D, all points. Not collective.
template <int D>
void coarsen(const FullStencil<D>& stencil, const storage::View<D>& weights,
             const storage::View<D>& out, const geometry::Box<D>& box);

/// Sets \p out on \p box to P^T rest / 2^D. Not collective. \pre \p rest has a ghost
template <int D>
void restrict_by(const storage::View<D>& weights, const storage::View<D>& rest,
                 const storage::View<D>& out, const geometry::Box<D>& box);

/// Adds P coarse to \p fine on \p box, cells of the finer grid. Not collective.
/// \pre \p coarse has a ghost; \p box covers coarse cells as wholes
template <int D>
void interpolate_by(const storage::View<D>& weights, const storage::View<D>& coarse,
                    const storage::View<D>& fine, const geometry::Box<D>& box);

}  // namespace evenkeel::elliptic
