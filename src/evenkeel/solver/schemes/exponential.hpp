// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// exp(x) for lanes and doubles alike.
#pragma once

#include <array>
#include <cstddef>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// exp(x), in error by less than 4e-16 of it; that of the nearer end beyond -700 and 700.
///
/// x = n ln 2 + r, |r| <= ln 2 / 2; there the Taylor series to r^13 is below rounding. Even and odd
/// terms are summed apart, so that neither waits for the other.
template <class T>
[[gnu::always_inline]] inline T exponential(T x) {
  constexpr double kInverse = 1.4426950408889634074;
  constexpr double kLogHigh = 0x1.62e42fee00000p-1;  // ln 2: its products with n are exact
  constexpr double kLogLow = 0x1.a39ef35793c76p-33;
  constexpr std::array kEven = {1.0,         1.0 / 2,       1.0 / 24,       1.0 / 720,
                                1.0 / 40320, 1.0 / 3628800, 1.0 / 479001600};
  constexpr std::array kOdd = {1.0,          1.0 / 6,        1.0 / 120,       1.0 / 5040,
                               1.0 / 362880, 1.0 / 39916800, 1.0 / 6227020800};
  const T inside = min(max(x, T(-700.0)), T(700.0));
  constexpr double kShift = 0x1.8p52;  // the sum has no bits left below 1
  const T whole = multiply_add(inside, T(kInverse), T(kShift)) - kShift;
  const T r = multiply_add(whole, T(-kLogLow), multiply_add(whole, T(-kLogHigh), inside));
  const T square = r * r;
  T even = kEven.back();
  T odd = kOdd.back();
  for (std::size_t term = kEven.size() - 1; term-- > 0;) {
    even = multiply_add(even, square, T(kEven[term]));
    odd = multiply_add(odd, square, T(kOdd[term]));
  }
  return multiply_add(odd, r, even) * power_of_two(whole);
}

}  // namespace evenkeel::solver
