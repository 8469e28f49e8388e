// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fine values from coarse ones.
#pragma once

#include <span>

#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// Coarse cells around a coarse cell that interpolation into it reads.
constexpr int interpolation_stencil(Transfer transfer) {
  return transfer == Transfer::kCellAverage ? 1 : transfer == Transfer::kSmoothAverage ? 2 : 3;
}

/// Coarser cells beyond the end of a level that so many \p ghosts of it are made of.
template <int D>
int parent_reach(const Application<D>& application, int ghosts, int ratio) {
  return (ghosts + ratio - 1) / ratio + interpolation_stencil(application.transfer());
}

/// Cells of one patch that are interpolated.
template <int D>
struct Refined {
  storage::View<D> fine;
  geometry::Box<D> region;
  std::size_t first = 0;  ///< axis along which point values are interpolated first
};

/// Fills the regions of \p parts from \p coarse in the way the application's transfer() says.
///
/// A fine value depends on its coarse cell and the cells around it alone, never on where a region
/// ends. Not collective. No allocation once \p scratch has grown.
/// \pre \p coarse covers coarsen(region, ratio) of the hull of all regions grown by
///      interpolation_stencil()
template <int D>
void prolong(const Application<D>& application, const storage::View<D>& coarse,
             std::span<const Refined<D>> parts, int ratio, Scratch& scratch);

/// The same for one region.
template <int D>
void prolong(const Application<D>& application, const storage::View<D>& coarse,
             const storage::View<D>& fine, const geometry::Box<D>& region, int ratio,
             Scratch& scratch) {
  const Refined<D> part{fine, region};
  prolong<D>(application, coarse, std::span(&part, 1), ratio, scratch);
}

/// Limited conservative linear interpolation of cell averages:
///
///     u_f = u_c + alpha sum_k s_k xi_k,   xi = (x_f - x_c) / h_c                (algorithms 6.6)
///
/// s_k is the monotonised central slope; alpha <= 1 keeps the outermost children between the
/// values of u_c and its face neighbours; alpha is 0 where a child would not be admissible. The
/// mean of the children is u_c; linear functions are reproduced but, in 3-D, where the ratio is 4.
template <int D>
void prolong_linear(const Application<D>& application, const storage::View<D>& coarse,
                    std::span<const Refined<D>> parts, int ratio, Scratch& scratch);

/// Weighted conservative interpolation of cell averages, axis by axis: each axis takes the quartic
/// through five averages where that is smooth, a mixture of three parabolas near jumps. The mean of
/// the children is u_c. A cell with a child that would not be admissible has children of u_c.
/// Cost: about 90 operations and 6 divisions for each value that an axis is coarse in.
template <int D>
void prolong_smooth(const Application<D>& application, const storage::View<D>& coarse,
                    const storage::View<D>& fine, const geometry::Box<D>& region, int ratio,
                    Scratch& scratch);

/// Interpolation of point values by the tensor product of quintics through the nearest six points,
/// along the axis \p part.first, then along the others: where a region is thin costs least.
///
/// A scheme of fourth order with second derivatives divides errors here by h^2.
template <int D>
void prolong_quintic(const storage::View<D>& coarse, const Refined<D>& part, int ratio,
                     Scratch& scratch);

}  // namespace evenkeel::solver
