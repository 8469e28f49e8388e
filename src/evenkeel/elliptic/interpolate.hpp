// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Interpolation between a grid and the next coarser one, twice as coarse.
#pragma once

#include "evenkeel/elliptic/full_stencil.hpp"

namespace evenkeel::elliptic {

/// How alike two positive numbers are: 1 - O(x^2) where they differ by a small part x, and little
/// where one is much larger.
inline double likeness(double a, double b) {
  const double root = 4.0 * a * b / ((a + b) * (a + b));
  return root * root;
}

/// Coarse cells that a fine one beside a face takes values from: the one beside it and its
/// neighbours along the face.
template <int D>
inline constexpr int kAlong = kPoints<D> / 3;

/// Sets the component of each of these in \p weights, one cell thick along \p axis, so that values
/// are interpolated quadratically along the other axes: for an offset xi of a quarter coarse cell
///
///     u + sum_t (xi_t (u_+ - u_-) / 2 + xi_t^2 (u_+ - 2 u + u_-) / 2) + mixed term in 3-D
///
/// with differences from u only as far as the coefficients are alike, so that nothing is learnt
/// from beyond jumps. Not collective.
/// \pre \p beta covers coarsen(weights.box) grown by one along the other axes
template <int D>
void weigh_along(const storage::View<D>& beta, const storage::View<D>& weights, std::size_t axis);

/// Sets every cell of \p layer to the sum of \p coarse by \p weights. Not collective.
template <int D>
void interpolate_along(const storage::View<D>& coarse, const storage::View<D>& weights,
                       const storage::View<D>& layer, std::size_t axis);

/// Adds to every cell of \p box what lies between the coarse values around it: along axis d, 1 - w
/// of the coarse cell it is in and w of the next one on its side, w component d of \p weights (1/4
/// where coefficients are even). Not collective. \pre \p coarse covers coarsen(box) grown by one
template <int D>
void add_interpolated(const storage::View<D>& coarse, const storage::View<D>& weights,
                      const storage::View<D>& fine, const geometry::Box<D>& box);

}  // namespace evenkeel::elliptic
