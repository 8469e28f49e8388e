// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Source terms split off a step, and what they cost where.
#pragma once

#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// A step of one patch whose source terms are split off.
struct SourceInterval {
  double time = 0.0;  ///< [time] at the start
  double dt = 0.0;    ///< [time] of the whole step
};

/// The first half step of the source terms of \p patch and of its ghosts.
///
/// Ghosts are at the same time as the patch: what they get, its owner gets too, to the last bit.
/// Not collective.
template <int D>
void react_before(const Application<D>& application, const storage::Patch<D>& patch,
                  const Place<D>& place, const SourceInterval& step);

/// The second half step, of the patch alone. Adds what it costs to Patch::costs, by tiles.
///
/// Not collective. Allocates once for each new patch.
/// \returns the cost of both halves, the first taken for as dear as the second [plain cell updates]
template <int D>
double react_after(const Application<D>& application, storage::Patch<D>& patch,
                   const Place<D>& place, const SourceInterval& step);

/// Changes the cells of \p step.box by what source terms do over \p step.dt. Where that is negative
/// it is taken back, to second order: u <- 2 u - react(u), since reactions cannot run backwards.
///
/// Not collective. No allocation once \p scratch has grown.
template <int D>
void react_by(const Application<D>& application, const SourceStep<D>& step, Scratch& scratch);

/// What source terms cost in one tile of one local patch.
template <int D>
struct TileCost {
  int level = 0;
  geometry::Box<D> box;  ///< of the tile, within its patch
  double updates = 0.0;  ///< cell updates
  double cost = 0.0;     ///< of source terms in that time [plain cell updates]
};

/// Costs of all tiles of this rank since the last call, which are then forgotten. Not collective.
template <int D>
std::vector<TileCost<D>> take_costs(hierarchy::Hierarchy<D>& hierarchy);

}  // namespace evenkeel::solver
