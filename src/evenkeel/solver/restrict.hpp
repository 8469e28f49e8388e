// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coarse values from fine ones.
#pragma once

#include "evenkeel/storage/view.hpp"

namespace evenkeel::solver {

/// Sets every cell of \p coarse to the mean of its ratio^D fine cells.      (algorithms 6.7)
///
/// For point values this is interpolation to the coarse centre, of second order. The sum runs in
/// one fixed order, so that the result depends on the fine values alone. Not collective.
/// \pre \p fine covers coarse.box refined by \p ratio
template <int D>
void average(const storage::View<D>& fine, const storage::View<D>& coarse, int ratio);

}  // namespace evenkeel::solver
