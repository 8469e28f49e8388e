// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Values of a coarser level within its step, as the stages of a finer level's step want them.
#pragma once

#include <array>

#include "evenkeel/hierarchy/copy_region.hpp"
#include "evenkeel/solver/level_step.hpp"

namespace evenkeel::solver {

/// What the ghosts of a stage are made of. With x the part of the coarser step that has passed,
/// values run as
///   order 2   u0 + x (u1 - u0)
///   order 3   u0 + x r0 + x^2 (u1 - u0 - r0)
/// where r = dt du/dt. A stage of a finer step does not hold u at the stage's time but the partial
/// sums of its scheme; ghosts are the same sums, made of the polynomial's derivatives, or else the
/// scheme loses an order at the edge.                     (McCorquodale and Colella 2011, section
/// 2)
///
/// \param expansion  \see Application::stage_expansion; of order 2 its first term alone counts
hierarchy::TimeWeights time_weights(int order, const Moment& now,
                                    const std::array<double, 3>& expansion);

/// The same of fourth order, made of the values of the four stages of the coarser level's step
/// itself: for linear equations they hold three derivatives, as values do at four times. Before is
/// the first stage, now the second; the changes are what the third and fourth have more than the
/// first.
///
/// \param stages  expansions of those but the first
/// \pre each has a term more than the one before
hierarchy::TimeWeights follow_weights(const std::array<std::array<double, 3>, 3>& stages,
                                      const Moment& now, const std::array<double, 3>& expansion);

}  // namespace evenkeel::solver
