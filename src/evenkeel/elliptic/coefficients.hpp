// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Coefficients of coarser grids.
#pragma once

#include "evenkeel/hierarchy/sync_plan.hpp"

namespace evenkeel::elliptic {

/// How the coefficient along \p axis of a coarse cell follows from its 2^D fine ones: pairs along
/// the axis in series (harmonic mean), these side by side (arithmetic mean), as currents flow.
template <int D>
typename hierarchy::SyncPlan<D>::Average series_mean(int axis);

}  // namespace evenkeel::elliptic
