// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What goes through a face between its two outer waves, whatever lies between them.
#pragma once

#include <cstddef>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Flux of one conserved value \p u of a side, through a face normal to Axis.
template <std::size_t Axis, class Flow, class Side, class T>
T own_flux(const Side& at, T u, std::size_t value) {
  constexpr std::size_t kNormal = Flow::kMomentum + Axis;
  const T carried = u * at[kNormal];
  return value == kNormal         ? carried + at[Flow::kPressure]
         : value == Flow::kEnergy ? carried + at[Flow::kPressure] * at[kNormal]
                                  : carried;
}

/// Flux between the two outer waves only (Harten, Lax, van Leer 1983); where those are as fast as
/// each other, (F_L + F_R - a (U_R - U_L)) / 2 with their speed a             (Rusanov 1961).
///
/// \tparam Flow  of a MovingGas
/// \param l, r   primitive values of both sides, or where they are stored
template <std::size_t Axis, class Flow, class Side, class Speeds>
[[gnu::noinline]] auto two_wave_flux(const Flow& flow, Side l, Side r, Speeds speed) {
  using T = decltype(speed.left);
  using Values = typename Flow::template Values<T>;
  const auto conserved = [&](const Side& at) {
    Values w;
    for (std::size_t c = 0; c < w.size(); ++c) {
      w[c] = at[c];
    }
    return flow.conserved(w);
  };
  const T left = min(speed.left, T(0.0));
  const T right = max(speed.right, T(0.0));
  const T inverse = 1.0 / (right - left);
  const Values below = conserved(l);
  const Values above = conserved(r);
  Values f;
#pragma GCC unroll 8
  for (std::size_t c = 0; c < f.size(); ++c) {
    f[c] = (right * own_flux<Axis, Flow>(l, below[c], c) -
            left * own_flux<Axis, Flow>(r, above[c], c) + left * right * (above[c] - below[c])) *
           inverse;
  }
  return f;
}

}  // namespace evenkeel::solver
