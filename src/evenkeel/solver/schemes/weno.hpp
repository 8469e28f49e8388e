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

/// 6 times what the three parabolas of a side add to the value of the cell at the face; \p far,
/// \p near, \p across, \p beyond are first differences towards the face and over it.
template <class T>
std::array<T, 3> parabolas(T far, T near, T across, T beyond) {
  return {5.0 * near - 2.0 * far, 2.0 * across + near, 4.0 * across - beyond};
}

/// One side of weno5(): the change from the cell's average to its face.
///
/// \param bend  13/3 of squared second differences, of the outermost parabola first
template <class T>
T weighted_parabolas(const std::array<T, 4>& difference, const std::array<T, 3>& bend) {
  const auto [far, near, across, beyond] = difference;
  constexpr double kEpsilon = 4e-6;
  // 4 (epsilon + smoothness) squared: a common factor of all weights does not matter.
  const auto smoothness = [](T curved, T slope) {
    const T sum = kEpsilon + curved + slope * slope;
    return sum * sum;
  };
  const T outer = smoothness(bend[0], 3.0 * near - far);
  const T middle = smoothness(bend[1], near + across);
  const T inner = smoothness(bend[2], beyond - 3.0 * across);
  const T weight_outer = middle * inner;
  const T weight_middle = 6.0 * (outer * inner);
  const T weight_inner = 3.0 * (outer * middle);
  const std::array<T, 3> value = parabolas(far, near, across, beyond);
  return (weight_outer * value[0] + weight_middle * value[1] + weight_inner * value[2]) /
         (6.0 * (weight_outer + weight_middle + weight_inner));
}

/// Weighted essentially non-oscillatory values of fifth order, epsilon 1e-6.
///                                                                   (Jiang and Shu 1996)
///   q = sum_k w_k q_k,  w_k ~ gamma_k / (epsilon + beta_k)^2,  gamma = (1, 6, 3) / 10
///   beta = 13/12 (second difference)^2 + 1/4 (slope at the cell)^2
/// The weights have one common denominator, so that a side costs one division.
/// Cost: about 90 operations and two divisions.
template <class T>
FaceValues<T> weno5(const SixCells<T>& u) {
  const Differences<T> d(u);
  std::array<T, 4> bend;
  for (std::size_t k = 0; k < bend.size(); ++k) {
    bend[k] = (13.0 / 3.0) * (d.second[k] * d.second[k]);
  }
  const auto& f = d.first;
  return {u[2] + weighted_parabolas<T>({f[0], f[1], f[2], f[3]}, {bend[0], bend[1], bend[2]}),
          u[3] - weighted_parabolas<T>({f[4], f[3], f[2], f[1]}, {bend[3], bend[2], bend[1]})};
}

/// One side of eno3(). \param second  differences of \p first
template <class T>
T chosen_parabola(const std::array<T, 4>& first, const std::array<T, 3>& second) {
  const std::array<T, 3> value = parabolas(first[0], first[1], first[2], first[3]);
  const auto from_outside = abs(first[1]) < abs(first[2]);
  const T outside = select(abs(second[0]) < abs(second[1]), value[0], value[1]);
  const T inside = select(abs(second[1]) < abs(second[2]), value[1], value[2]);
  return (1.0 / 6.0) * select(from_outside, outside, inside);
}

/// Values of third order from the parabola whose Newton divided differences are the least: the
/// stencil grows by one cell at a time towards the smaller one.     (Harten et al. 1987)
template <class T>
FaceValues<T> eno3(const SixCells<T>& u) {
  const auto [f, s] = Differences<T>(u);
  return {u[2] + chosen_parabola<T>({f[0], f[1], f[2], f[3]}, {s[0], s[1], s[2]}),
          u[3] - chosen_parabola<T>({f[4], f[3], f[2], f[1]}, {s[3], s[2], s[1]})};
}

}  // namespace evenkeel::solver
