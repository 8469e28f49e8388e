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
///
/// Along axis 0 even and odd cells lie apart, for loops run through cells of one kind: a view of
/// weights has at {m, y, z} those of the cells {2 m, y, z} and {2 m + 1, y, z}.
enum class Along : std::uint8_t {
  kEven,   ///< those of cell 2 m, for the coarse cell at its place along axis 0
  kLower,  ///< those of cell 2 m + 1 for the coarse cell below
  kUpper,  ///< and above
};

/// Coarse cells that a row's cells lie between along the other axes than 0.
template <int D>
inline constexpr int kRowParents = 1 << (D - 1);
template <int D>
inline constexpr int kWeights = 3 * kRowParents<D>;

/// The component of weights for the coarse row floor(row / 2) + b, bit d - 1 of \p parent: one up
/// along axis d.
constexpr int weight_component(unsigned parent, Along along) {
  return 3 * static_cast<int>(parent) + static_cast<int>(along);
}

/// Axes but 0 along which the cells of a row are odd, as bits: bit d - 1 for axis d.
template <int D>
constexpr unsigned odd_axes(const geometry::Index<D>& row) {
  unsigned odd = 0;
  for (std::size_t d = 1; d < D; ++d) {
    odd |= (static_cast<unsigned>(row[d]) & 1U) << (d - 1);
  }
  return odd;
}

/// The box of the weights that the coarse operator under \p box needs.
template <int D>
geometry::Box<D> weight_box(geometry::Box<D> box);

/// Sets \p weights, shape weight_box() with kWeights components; 0 where there is no operator, and
/// of the last odd cells of rows, which nothing reads. Not collective.
/// \pre \p stencil covers the cells of the box and two more, ghosts beyond walls 0
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
