// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse values from fine ones.
#pragma once

#include "evenkeel/storage/view.hpp"

namespace evenkeel::solver {

/// Sets every cell of \p coarse to the mean of its ratio^D fine cells.      (algorithms 6.7)
///
/// The sum runs in one fixed order, so that the result depends on the fine values alone. Not
/// collective.
/// \pre \p fine covers coarse.box refined by \p ratio
template <int D>
void average(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio);

/// The largest ratio between levels: those that interpolation knows.
inline constexpr int kMostRatio = 4;

/// Cells beyond those of a patch that interpolate() reads.
constexpr int interpolation_reach(int ratio) {
  return ratio == 2 ? 2 : 0;
}

/// Sets every cell of \p coarse to the value at its centre of the tensor product of polynomials
/// through the nearest fine points, six at ratio 2 and four at 4; to the fine value there where the
/// ratio is 3.                                                               (algorithms 6.7)
///
/// Not collective. \pre \p fine covers coarse.box refined by \p ratio, grown by
/// interpolation_reach()
template <int D>
void interpolate(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio);

}  // namespace evenkeel::solver
