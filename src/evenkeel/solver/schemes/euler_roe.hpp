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

  /// \param one, other  \see roots
  RoeFrame(const Values& one, const Values& other, double gamma) : heat_(1.0 / (gamma - 1.0)) {
    const T inverse = 1.0 / (one[kDensity] + other[kDensity]);
    for (std::size_t c = 1; c < kValues; ++c) {
      mean_[c] = (one[c] + other[c]) * inverse;
    }
    T square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      square += mean_[kMomentum + d] * mean_[kMomentum + d];
    }
    kinetic_ = 0.5 * square;
    square_ = (gamma - 1.0) * (mean_[kEnergy] - kinetic_);
    sound_ = sqrt(square_);
    const T slowness = 1.0 / sound_;
    half_slowness_ = 0.5 * slowness;
    stiffness_ = (gamma - 1.0) * (slowness * slowness);
  }

  template <std::size_t Axis>
  Values amplitudes(const Values& u) const {
    constexpr std::size_t kNormal = kMomentum + Axis;
    Values wave;
    T energy = u[kEnergy] + kinetic_ * u[kDensity];
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t c = kMomentum + d;
      energy -= mean_[c] * u[c];
      wave[c] = u[c] - mean_[c] * u[kDensity];
    }
    const T bulk = stiffness_ * energy;
    const T stream = half_slowness_ * wave[kNormal];
    const T half = 0.5 * bulk;
    wave[kDensity] = u[kDensity] - bulk;
    wave[kNormal] = half - stream;
    wave[kEnergy] = half + stream;
    wave[kTracer] = u[kTracer] - mean_[kTracer] * u[kDensity];
    return wave;
  }

  template <std::size_t Axis>
  Values values(const Values& wave) const {
    constexpr std::size_t kNormal = kMomentum + Axis;
    Values u;
    const T bulk = wave[kNormal] + wave[kEnergy];
    u[kDensity] = wave[kDensity] + bulk;
    u[kEnergy] = heat_ * (square_ * bulk) - kinetic_ * u[kDensity];
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t c = kMomentum + d;
      const T across = d == Axis ? sound_ * (wave[kEnergy] - wave[kNormal]) : wave[c];
      u[c] = mean_[c] * u[kDensity] + across;
      u[kEnergy] += mean_[c] * u[c];
    }
    u[kTracer] = mean_[kTracer] * u[kDensity] + wave[kTracer];
    return u;
  }

  /// The factor of a face's flux in the trial states u -+ factor * flux of its two cells. With all
  /// trial states gases a step of Euler's keeps gases, since it is a mean of them.
  ///
  ///   2 sum_d steps[d] (|u_d| + c) / (|u_n| + c), the sum at most 1 / 2    (Hu, Adams, Shu 2013)
  ///
  /// \param steps  dt / h by axis
  template <std::size_t Axis>
  T trial_factor(const std::array<double, D>& steps) const {
    T sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += (abs(mean_[kMomentum + d]) + sound_) * (2.0 * steps[d]);
    }
    return min(sum, T(1.0)) / (abs(mean_[kMomentum + Axis]) + sound_);
  }

 private:
  static constexpr std::size_t kDensity = 0;
  static constexpr std::size_t kMomentum = 1;
  static constexpr std::size_t kEnergy = D + 1;
  static constexpr std::size_t kTracer = D + 2;

  double heat_;
  Values mean_;  ///< [0] is not used; u, H, Y
  T kinetic_;    ///< u^2 / 2
  T square_;     ///< c^2
  T sound_;      ///< c
  T half_slowness_;
  T stiffness_;  ///< (gamma - 1) / c^2
};

}  // namespace evenkeel::solver
