// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coefficients of coarser grids, as resistances of halves of cells.
#pragma once

#include "evenkeel/hierarchy/sync_plan.hpp"

namespace evenkeel::elliptic {

/// How the resistance of half a coarse cell follows from those of its fine cells on that side of
/// its centre along \p axis, each whole: side by side, as currents flow.
///
///     r_half = 1 / mean(2 / r)       [spacing / beta, in units of each grid's own spacing]
template <int D>
typename hierarchy::SyncPlan<D>::Average half_resistance(int axis, bool upper);

}  // namespace evenkeel::elliptic
