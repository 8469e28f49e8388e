// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Noisy figures of hosts that may be alike.
#pragma once

#include <span>
#include <vector>

namespace evenkeel::machine {

/// Draws \p values towards their mean, by that part of what lies between them which noise explains:
/// values that differ no more than noise makes them become equal, others hardly move. Empirical
/// Bayes (Efron and Morris 1973), none moved by more than two of its errors, lest one that really
/// differs is lost among many alike (their limited translation, 1972).
///
/// \param errors  standard error of each. Shape of \p values
std::vector<double> drawn_together(std::span<const double> values, std::span<const double> errors);

/// The same of ratios: \p values by what they are compared with, drawn in their logarithms; \p
/// errors are fractions of the values. Values and \p standards that are 0 have no part in it, and
/// stay.
std::vector<double> drawn_towards(std::span<const double> standards, std::span<const double> values,
                                  std::span<const double> errors);

}  // namespace evenkeel::machine
