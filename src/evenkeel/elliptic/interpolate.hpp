// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Interpolation between a grid and the next coarser one, twice as coarse.
#pragma once

#include "evenkeel/storage/view.hpp"

namespace evenkeel::elliptic {

/// Sets every cell of \p layer, one cell thick along \p axis, to the coarse value beside it,
/// interpolated quadratically along the other axes: for an offset xi of a quarter coarse cell
///
///     u + sum_t (xi_t (u_+ - u_-) / 2 + xi_t^2 (u_+ - 2 u + u_-) / 2) + mixed term in 3-D
///
/// Not collective. \pre \p coarse covers coarsen(layer.box) grown by one along the other axes
template <int D>
void interpolate_along(const storage::View<D>& coarse, const storage::View<D>& layer,
                       std::size_t axis);

/// Adds to every cell of \p box what lies between the coarse values around it: along axis d, 1 - w
/// of the coarse cell it is in and w of the next one on its side, w component d of \p weights (1/4
/// where coefficients are even). Not collective. \pre \p coarse covers coarsen(box) grown by one
template <int D>
void add_interpolated(const storage::View<D>& coarse, const storage::View<D>& weights,
                      const storage::View<D>& fine, const geometry::Box<D>& box);

}  // namespace evenkeel::elliptic
