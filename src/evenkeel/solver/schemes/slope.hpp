// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Limited slopes of a cell from the differences to its neighbours.
#pragma once

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Monotonised central slope, the generalised minmod of algorithms 7.0.
///
///   minmod((below + above) / 2, beta * below, beta * above)         (van Leer 1977; Toro, 13.8)
///
/// \param beta  2: MC; 1: minmod; 0: none (first order). The face values it gives stay between the
///              neighbours' for beta <= 2.
template <class T>
T limited_slope(T below, T above, double beta) {
  const T central = 0.5 * (below + above);
  const T bound = beta * lesser_size(below, above);
  return select(below * above > T(0.0), limited_size(central, bound), T(0.0));
}

}  // namespace evenkeel::solver
