// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a Gaussian at rest spreads by the wave equation in free space.
#pragma once

#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::kernels {

/// Value and rate of a wave at one point.
struct WaveValue {
  double u = 0.0;
  double rate = 0.0;  ///< [1/time] du/dt
};

/// The wave that starts as exp(-r^2 / (2 sigma^2)) with u_t = 0, at distance r after ct.
///
///     2-D  u = sigma^2 int_0^inf exp(-sigma^2 k^2 / 2) J0(k r) cos(k ct) k dk, by Gauss-Legendre
///     3-D  u = ((r - ct) G(r - ct) + (r + ct) G(r + ct)) / (2 r), G(s) = exp(-s^2 / (2 sigma^2))
///                                                                            (algorithms 7.2)
/// In error by less than 1e-12 while r + ct <= 2 and sigma >= 0.02. Not collective.
/// \param speed  c [length/time]; of the rate only
template <int D>
WaveValue spreading_pulse(double r, double ct, double sigma, double speed);

/// The wave that starts so in the middle of the unit square, at \p x, where the square repeats
/// itself along both axes: by its Fourier series, as fast for any ct. Not collective.
///
///     u = 2 pi sigma^2 sum_n exp(-sigma^2 k^2 / 2) cos(k ct) exp(i k (x - 1/2)), k = 2 pi n
WaveValue periodic_pulse(const hierarchy::Point<2>& x, double ct, double sigma, double speed);

}  // namespace evenkeel::kernels
