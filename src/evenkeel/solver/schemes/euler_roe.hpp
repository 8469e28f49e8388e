// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The waves of a gas between two cells, in conserved values.
#pragma once

#include <array>
#include <cstddef>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// The waves of the Euler equations around Roe's average of two states; values in the places that
/// Euler<D> has them.
///                                                             (Roe 1981; Toro 2009, section 11.2)
/// With m, E, ... the conserved values of any vector and b = (gamma - 1) / c^2 (E - u . m + u^2 / 2
/// rho), which is dp / c^2:
///   entropy           rho - b                                in the place of rho
///   left, right sound (b -+ (m_n - u_n rho) / c) / 2         in the places of m_n and E
///   shear, tracer     m_t - u_t rho, rho Y - Y_mean rho      in their own
template <int D, class T>
class RoeFrame {
 public:
  static constexpr std::size_t kValues = D + 3;
  using Values = std::array<T, kValues>;

  /// Roe's parameter vector sqrt(rho) (1, u, H, Y), whose sum over two cells has their average.
  static Values roots(const Values& u, T pressure) {
    const T root = sqrt(u[kDensity]);
    const T inverse = 1.0 / root;
    Values z;
    z[kDensity] = root;
    for (std::size_t c = 1; c < kValues; ++c) {
      z[c] = u[c] * inverse;
    }
    z[kEnergy] += pressure * inverse;
    return z;
  }

  RoeFrame() = default;
  /// \param one, other  \see roots   \param stiffness  gamma - 1   \param heat  1 / stiffness
  [[gnu::always_inline]] RoeFrame(const Values& one, const Values& other, double stiffness,
                                  double heat_of_pressure) {
    Values sum;
    for (std::size_t c = 0; c < kValues; ++c) {
      sum[c] = one[c] + other[c];
    }
    T square = sum[kMomentum] * sum[kMomentum];
    for (std::size_t d = 1; d < D; ++d) {
      square += sum[kMomentum + d] * sum[kMomentum + d];
    }
    const T half_square = 0.5 * square;
    const T heat = sum[kEnergy] * sum[kDensity] - half_square;  // by the square of sum[kDensity]
    const T both = 1.0 / (sum[kDensity] * heat);                // one division for two inverses
    const T inverse = heat * both;
    for (std::size_t c = 1; c < kValues; ++c) {
      minus_[c] = -(sum[c] * inverse);
    }
    const T inverse_square = inverse * inverse;
    kinetic_ = half_square * inverse_square;
    heat_ = heat * inverse_square;
    sound_ = sqrt(stiffness * heat_);
    half_stiffness_ = 0.5 * (sum[kDensity] * sum[kDensity]) * (sum[kDensity] * both);
    half_slowness_ = sound_ * half_stiffness_ * heat_of_pressure;
  }

  /// What the waves of sound and of entropy of a cell have in common.
  struct Seen {
    T half;    ///< of dp / c^2
    T stream;  ///< (m_n - u_n rho) / 2 c
  };
  /// \param u  conserved values, or where they are stored
  template <std::size_t Axis, class Stored>
  [[gnu::always_inline]] Seen see(const Stored& u) const {
    const T density = u[kDensity];
    T energy = multiply_add(kinetic_, density, u[kEnergy]);
    for (std::size_t c = kMomentum; c < kEnergy; ++c) {
      energy = multiply_add(minus_[c], u[c], energy);
    }
    const T across = multiply_add(minus_[kMomentum + Axis], density, u[kMomentum + Axis]);
    return {half_stiffness_ * energy, half_slowness_ * across};
  }

  /// The amplitude of the wave in the place of value c.
  template <std::size_t Axis, std::size_t c, class Stored>
  [[gnu::always_inline]] T wave(const Stored& u, const Seen& seen) const {
    if constexpr (c == kDensity) {
      return multiply_add(T(-2.0), seen.half, u[kDensity]);
    } else if constexpr (c == kMomentum + Axis) {
      return seen.half - seen.stream;
    } else if constexpr (c == kEnergy) {
      return seen.half + seen.stream;
    } else {
      return multiply_add(minus_[c], u[kDensity], u[c]);
    }
  }

  template <std::size_t Axis>
  [[gnu::always_inline]] Values values(const Values& wave) const {
    constexpr std::size_t kNormal = kMomentum + Axis;
    Values u;
    const T bulk = wave[kNormal] + wave[kEnergy];
    u[kDensity] = wave[kDensity] + bulk;
    T energy = -kinetic_ * u[kDensity];
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t c = kMomentum + d;
      const T across = d == Axis ? sound_ * (wave[kEnergy] - wave[kNormal]) : wave[c];
      u[c] = multiply_add(-minus_[c], u[kDensity], across);
      energy = multiply_add(-minus_[c], u[c], energy);
    }
    u[kEnergy] = multiply_add(heat_, bulk, energy);
    u[kTracer] = multiply_add(-minus_[kTracer], u[kDensity], wave[kTracer]);
    return u;
  }

  /// How the trial states u -+ share / scale * flux of a face's two cells are made: with all trial
  /// states gases a step of Euler's keeps gases, since it is a mean of them.
  ///
  ///   share = 2 sum_d steps[d] (|u_d| + c), at most 1;  scale = |u_n| + c  (Hu, Adams, Shu 2013)
  struct Trial {
    T share;
    T scale;
  };

  /// \param steps  dt / h by axis
  template <std::size_t Axis>
  Trial trial(const std::array<double, D>& steps) const {
    T sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += (abs(minus_[kMomentum + d]) + sound_) * (2.0 * steps[d]);
    }
    return {min(sum, T(1.0)), abs(minus_[kMomentum + Axis]) + sound_};
  }

 private:
  static constexpr std::size_t kDensity = 0;
  static constexpr std::size_t kMomentum = 1;
  static constexpr std::size_t kEnergy = D + 1;
  static constexpr std::size_t kTracer = D + 2;

  Values minus_;  ///< [0] is not used; -u, -H, -Y
  T kinetic_;     ///< u^2 / 2
  T heat_;        ///< c^2 / (gamma - 1)
  T sound_;       ///< c
  T half_slowness_;
  T half_stiffness_;  ///< (gamma - 1) / (2 c^2)
};

}  // namespace evenkeel::solver
