// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Flags by Richardson extrapolation: a level's step compared with one on a twice coarser copy.
#pragma once

#include <vector>

#include "evenkeel/hierarchy/regrid.hpp"
#include "evenkeel/solver/level_step.hpp"

namespace evenkeel::solver {

/// Ghost cells around a patch that richardson_flags() fills for its copies.
template <int D>
int shadow_ghosts(const Application<D>& application) {
  return 2 * application.ghosts() + 2;
}

/// Flags of the local patches of one level, shape [patches].
///
/// Two steps of dt on the level are averaged and compared with one step of 2 dt on its shadow, the
/// level averaged to twice the spacing; all children of a shadow cell are flagged where
///
///     |u_h - u_2h| / (2^(p+1) - 2) > threshold,  p = 2          (Berger and Oliger 1984)
///
/// or kept_share() of it for children that are refined already.
/// Copies wide enough for both need no values from other patches but at the start. Collective.
/// Allocates: it is for regrids.
/// \pre the scheme has one stage and no registers; the level lies shadow_ghosts() / ratio + stencil
///      coarser cells inside the next coarser one
template <int D>
std::vector<hierarchy::Flags> richardson_flags(hierarchy::Hierarchy<D>& hierarchy,
                                               const Application<D>& application,
                                               LevelStepper<D>& stepper, const FlagRule& rule,
                                               int level, std::pair<Moment, double> now_and_dt);

}  // namespace evenkeel::solver
