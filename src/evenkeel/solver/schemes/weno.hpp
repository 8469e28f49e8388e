// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Values at a face from the averages of the six cells around it.
#pragma once

#include <array>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Cells on either side of a face that reconstructions of high order read.
inline constexpr int kHighOrderGhosts = 3;

/// Averages of the cells before and behind a face, in ascending order: the face lies between
/// cells [2] and [3].
template <class T>
using SixCells = std::array<T, 2 * kHighOrderGhosts>;

/// Values on both sides of a face.
template <class T>
struct FaceValues {
  T left;
  T right;
};

/// Differences of neighbours and of those.
template <class T>
struct Differences {
  std::array<T, 5> first;
  std::array<T, 4> second;

  explicit Differences(const SixCells<T>& u) {
    for (std::size_t k = 0; k < first.size(); ++k) {
      first[k] = u[k + 1] - u[k];
    }
    for (std::size_t k = 0; k < second.size(); ++k) {
      second[k] = first[k + 1] - first[k];
    }
  }
};

/// A quotient that is yet to be divided.
template <class T>
struct Fraction {
  T above;
  T below;
};

/// One side of weno5(): three times how far its value lies from that of the middle parabola.
///
/// \param slope  twice the three parabolas' slopes at the cell, of the outermost first
/// \param bend  4 epsilon + 13/3 of their squared second differences
/// \param stray  3 times how far the outermost, and the innermost, lie from the middle one at the
///               face
template <class T>
[[gnu::always_inline]] inline Fraction<T> weighted_parabolas(const std::array<T, 3>& slope,
                                                             const std::array<T, 3>& bend,
                                                             const std::array<T, 2>& stray) {
  // 4 (epsilon + smoothness) squared: a common factor of all weights does not matter.
  const auto sum = [&](std::size_t k) { return multiply_add(slope[k], slope[k], bend[k]); };
  const T thrice_outer = sum(0) * (T(3.0) * sum(0));
  const T middle = sum(1) * sum(1);
  const T inner = sum(2) * sum(2);
  const T weight_outer = middle * inner;
  const T half_weight_middle = thrice_outer * inner;
  const T weight_inner = thrice_outer * middle;
  return {multiply_add(weight_outer, stray[0], weight_inner * stray[1]),
          weight_outer + weight_inner + (half_weight_middle + half_weight_middle)};
}

/// Weighted essentially non-oscillatory values of fifth order, epsilon 1e-6.
///                                                                   (Jiang and Shu 1996)
///   q = sum_k w_k q_k,  w_k ~ gamma_k / (epsilon + beta_k)^2,  gamma = (1, 6, 3) / 10
///   beta = 13/12 (second difference)^2 + 1/4 (slope at the cell)^2
/// As the middle q_k and how far the others stray from it, which third differences say: those are
/// common to both sides. The weights have one common denominator, and both sides share one
/// division. Cost: 67 operations and a division where products and sums are one, else 87.
template <class T>
[[gnu::always_inline]] inline FaceValues<T> weno5(const SixCells<T>& u) {
  constexpr double kEpsilon = 1e-6;
  const auto [f, s] = Differences<T>(u);
  std::array<T, 4> bend;
  for (std::size_t k = 0; k < bend.size(); ++k) {
    bend[k] = multiply_add(T(13.0 / 3.0) * s[k], s[k], T(4.0 * kEpsilon));
  }
  const auto one_sided = [](T near, T far) { return multiply_add(T(-3.0), near, far); };
  const T inwards = T(0.5) * (s[1] - s[2]);
  const auto left =
      weighted_parabolas<T>({one_sided(f[1], f[0]), f[1] + f[2], one_sided(f[2], f[3])},
                            {bend[0], bend[1], bend[2]}, {s[0] - s[1], inwards});
  const auto right =
      weighted_parabolas<T>({one_sided(f[3], f[4]), f[3] + f[2], one_sided(f[2], f[1])},
                            {bend[3], bend[2], bend[1]}, {s[2] - s[3], inwards});
  const T third = T(1.0 / 3.0) / (left.below * right.below);
  const T across = T(1.0 / 3.0) * f[2];
  const T middle_left = u[2] + multiply_add(T(1.0 / 6.0), f[1], across);
  const T middle_right = u[3] - multiply_add(T(1.0 / 6.0), f[3], across);
  return {multiply_add(left.above * right.below, third, middle_left),
          multiply_add(-(right.above * left.below), third, middle_right)};
}

/// One side of eno3(). \param second  differences of \p first
template <class T>
[[gnu::always_inline]] inline T chosen_parabola(const std::array<T, 4>& first,
                                                const std::array<T, 3>& second) {
  constexpr double kBias = 2.0;  // in favour of the parabola around the cell
  const auto [far, near, across, beyond] = first;
  const std::array<T, 3> value = {multiply_add(T(-2.0), far, T(5.0) * near),
                                  multiply_add(T(2.0), across, near),
                                  multiply_add(T(4.0), across, -beyond)};
  const auto from_outside = abs(near) < abs(across);
  const T outside = select(kBias * abs(second[0]) < abs(second[1]), value[0], value[1]);
  const T inside = select(kBias * abs(second[2]) < abs(second[1]), value[2], value[1]);
  return (1.0 / 6.0) * select(from_outside, outside, inside);
}

/// Values of third order from the parabola whose Newton divided differences are the least: the
/// stencil grows by one cell at a time towards the smaller one.     (Harten et al. 1987)
/// It grows away from the cell only where that halves the difference: where all are alike, stencils
/// would change from face to face and leave errors of their own.    (Shu 1990)
template <class T>
[[gnu::always_inline]] inline FaceValues<T> eno3(const SixCells<T>& u) {
  const auto [f, s] = Differences<T>(u);
  return {u[2] + chosen_parabola<T>({f[0], f[1], f[2], f[3]}, {s[0], s[1], s[2]}),
          u[3] - chosen_parabola<T>({f[4], f[3], f[2], f[1]}, {s[3], s[2], s[1]})};
}

}  // namespace evenkeel::solver
