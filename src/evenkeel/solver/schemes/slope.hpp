// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Limited slopes of a cell from the differences to its neighbours.
#pragma once

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// How far a face value lies from its cell's: half of limited_slope(). 0 where a difference is not
/// a number.
template <class T>
T limited_rise(T below, T above, double beta) {
  const T one = abs(below);
  const T other = with_sign(above, below);  // as seen by one: negative where signs differ
  const T rise = min(0.5 * beta * min(one, other), 0.25 * (one + other));
  return with_sign(max(rise, T(0.0)), below);
}

/// Monotonised central slope, the generalised minmod of algorithms 7.0.
///
///   minmod((below + above) / 2, beta * below, beta * above)         (van Leer 1977; Toro, 13.8)
///
/// \param beta  2: MC; 1: minmod; 0: none (first order). The face values it gives stay between the
///              neighbours' for beta <= 2.
template <class T>
T limited_slope(T below, T above, double beta) {
  return 2.0 * limited_rise(below, above, beta);
}

}  // namespace evenkeel::solver
