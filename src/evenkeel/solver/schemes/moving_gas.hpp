// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What gases have in common whatever their equation of state: motion, and what is carried by it.
#pragma once

#include <array>
#include <cstddef>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Conserved values: rho, rho u_0 .. rho u_{D-1}, E, rho Y; primitive ones: rho, u, p, Y in the
/// same places. Further values are alike in both. All formulas for T = double or Lanes.
///
/// \tparam kFurther  values after those
template <int D, std::size_t kFurther>
struct MovingGas {
  static constexpr std::size_t kValues = D + 3 + kFurther;
  static constexpr std::size_t kDensity = 0;
  static constexpr std::size_t kMomentum = 1;
  static constexpr std::size_t kEnergy = D + 1;
  static constexpr std::size_t kPressure = D + 1;
  static constexpr std::size_t kTracer = D + 2;

  template <class T>
  using Values = std::array<T, kValues>;

  /// Primitive values of conserved ones, with the inner energy E - rho u^2 / 2 in the place of p.
  template <class T>
  static Values<T> at_rest(const Values<T>& u) {
    Values<T> w = u;
    const T inverse = 1.0 / u[kDensity];
    T kinetic = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      w[kMomentum + d] = u[kMomentum + d] * inverse;
      kinetic += w[kMomentum + d] * u[kMomentum + d];
    }
    w[kEnergy] = u[kEnergy] - 0.5 * kinetic;
    w[kTracer] = u[kTracer] * inverse;
    return w;
  }

  /// The inverse of at_rest().
  template <class T>
  static Values<T> in_motion(const Values<T>& w) {
    Values<T> u = w;
    T kinetic = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      u[kMomentum + d] = w[kDensity] * w[kMomentum + d];
      kinetic += w[kMomentum + d] * u[kMomentum + d];
    }
    u[kEnergy] = w[kEnergy] + 0.5 * kinetic;
    u[kTracer] = w[kDensity] * w[kTracer];
    return u;
  }

  /// True where density and pressure are positive. No division.
  template <class T>
  static auto has_pressure(const Values<T>& u) {
    T square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      square += u[kMomentum + d] * u[kMomentum + d];
    }
    return (u[kDensity] > T(0.0)) & (2.0 * u[kDensity] * u[kEnergy] > square);
  }

  /// Differences of primitive values, or values, seen as waves around one state:
  ///   left and right sound    (dp / (rho c) -+ du_d) / 2    in the places of u_d and p
  ///   entropy                 drho - dp / c^2               in the place of rho
  /// and all others as they are.                                    (Toro, eq. 3.58 and 3.59)
  template <class T>
  struct Waves {
    T impedance;          ///< rho c
    T inverse_impedance;  ///< 1 / (rho c)
    T compressibility;    ///< 1 / c^2

    Values<T> amplitudes(const Values<T>& difference, std::size_t axis) const {
      Values<T> wave = difference;
      const T pressure = difference[kPressure] * inverse_impedance;
      wave[kDensity] -= difference[kPressure] * compressibility;
      wave[kMomentum + axis] = 0.5 * (pressure - difference[kMomentum + axis]);
      wave[kPressure] = 0.5 * (pressure + difference[kMomentum + axis]);
      return wave;
    }

    Values<T> values(const Values<T>& wave, std::size_t axis) const {
      Values<T> difference = wave;
      difference[kMomentum + axis] = wave[kPressure] - wave[kMomentum + axis];
      difference[kPressure] = (wave[kPressure] + wave[kMomentum + axis]) * impedance;
      difference[kDensity] += difference[kPressure] * compressibility;
      return difference;
    }
  };

  /// sum over axes of (|u_d| + c) / h_d. [1/time]
  template <class T>
  static T crossing_rate(const Values<T>& w, T sound,
                         const std::array<double, D>& inverse_spacing) {
    T sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += (abs(w[kMomentum + d]) + sound) * inverse_spacing[d];
    }
    return sum;
  }

  /// Change of the first \p kCarried primitive values over half a step, from all axes at once:
  ///   - sum over axes of A_d(w) slope_d * scale_d,   scale_d = dt / (2 h_d)   (Toro, eq. 14.8)
  /// \param stiffness  gamma p
  template <std::size_t kCarried, class T>
  static Values<T> carried_half_step(const Values<T>& w, T stiffness,
                                     const std::array<Values<T>, D>& slope,
                                     const std::array<double, D>& scale) {
    const T specific_volume = 1.0 / w[kDensity];
    Values<T> change;
    change.fill(T(0.0));
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t normal = kMomentum + d;
      const T carried = w[normal] * scale[d];
      const T divergence = slope[d][normal] * scale[d];
      for (std::size_t c = 0; c < kCarried; ++c) {
        change[c] -= carried * slope[d][c];
      }
      change[kDensity] -= w[kDensity] * divergence;
      change[normal] -= specific_volume * scale[d] * slope[d][kPressure];
      change[kPressure] -= stiffness * divergence;
    }
    return change;
  }
};

}  // namespace evenkeel::solver
