// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// sin(pi x) for lanes and doubles alike.
#pragma once

#include <array>
#include <cmath>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// The nearest whole number.
inline Lanes nearest_whole(Lanes a) {
  constexpr double kShift = 0x1.8p52;  // the sum has no bits left below 1
  return Lanes((a.raw + kShift) - kShift);
}
inline double nearest_whole(double a) {
  return std::nearbyint(a);
}

/// sin(pi x), in error by less than 1e-15.
///
/// x is reduced to [-1/2, 1/2]; there the Taylor series to x^21 is below rounding.
template <class T>
T sin_pi(T x) {
  const T whole = nearest_whole(x);
  const T half_whole = 0.5 * whole;
  const T odd = abs(half_whole - nearest_whole(half_whole));  // 1/2 for odd numbers, else 0
  const T r = x - whole;
  const T square = r * r;
  constexpr std::array kTerms = {
      3.1415926535897932385,     -5.1677127800499700292,      2.5501640398773454439,
      -0.59926452932079207689,   0.082145886611128228799,     -0.0073704309457143507773,
      0.00046630280576761256442, -0.000021915353447830215827, 7.9520540014755127848e-7,
      -2.294842899726987311e-8,  5.3926646626081284894e-10};
  T sum = kTerms.back();
  for (std::size_t term = kTerms.size() - 1; term-- > 0;) {
    sum = sum * square + kTerms[term];
  }
  return select(odd > T(0.25), -sum * r, sum * r);
}

}  // namespace evenkeel::solver
