// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Euler equations of two ideal gases that mix, each with its own ratio of specific heats.
#pragma once

#include <array>
#include <cstddef>

#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Flow of Muscl. Conserved values: rho, rho u, E, rho Y, then G = 1 / (gamma - 1) of the mixture
/// and a volume. Primitive ones: rho, u, p, Y, G and the volume in the same places.
///
/// G is carried, G_t + u grad G = 0, never summed up: E = p G + rho u^2 / 2 then keeps a pressure
/// that is the same everywhere as it is, where a conserved gamma would not.     (Abgrall 1996)
/// With the velocity w of the contact's side at a face, G flows by w G and volume by w; a cell's
/// new G is what has flowed together over its volume, which is 1 again after the step.
///                                              (Johnsen and Colonius 2006, section 3.3)
template <int D>
struct TwoGas {
  static constexpr std::size_t kValues = D + 5;
  static constexpr std::size_t kDensity = 0;
  static constexpr std::size_t kMomentum = 1;
  static constexpr std::size_t kEnergy = D + 1;
  static constexpr std::size_t kPressure = D + 1;
  static constexpr std::size_t kTracer = D + 2;
  static constexpr std::size_t kInverse = D + 3;  ///< G
  static constexpr std::size_t kVolume = D + 4;
  static constexpr int kSensor = -1;
  static constexpr std::array<std::size_t, 3> kPositive{kDensity, kPressure, kInverse};

  template <class T>
  using Values = std::array<T, kValues>;

  template <class T>
  Values<T> primitives(const Values<T>& u) const {
    Values<T> w = u;
    const T inverse = 1.0 / u[kDensity];
    T kinetic = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      w[kMomentum + d] = u[kMomentum + d] * inverse;
      kinetic += w[kMomentum + d] * u[kMomentum + d];
    }
    w[kPressure] = (u[kEnergy] - 0.5 * kinetic) / u[kInverse];
    w[kTracer] = u[kTracer] * inverse;
    return w;
  }

  template <class T>
  Values<T> conserved(const Values<T>& w) const {
    Values<T> u = w;
    T kinetic = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      u[kMomentum + d] = w[kDensity] * w[kMomentum + d];
      kinetic += w[kMomentum + d] * u[kMomentum + d];
    }
    u[kEnergy] = w[kPressure] * w[kInverse] + 0.5 * kinetic;
    u[kTracer] = w[kDensity] * w[kTracer];
    return u;
  }

  /// gamma p = p (1 + 1 / G)
  template <class T>
  static T stiffness(const Values<T>& w) {
    return w[kPressure] * (1.0 + 1.0 / w[kInverse]);
  }

  /// sum over axes of (|u_d| + c) / h_d. [1/time]
  template <class T>
  T rate(const Values<T>& w, const std::array<double, D>& inverse_spacing, const Site& = {}) const {
    const T sound = sqrt(stiffness(w) / w[kDensity]);
    T sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += (abs(w[kMomentum + d]) + sound) * inverse_spacing[d];
    }
    return sum;
  }

  /// \see Euler::half_step
  template <class T>
  Values<T> half_step(const Values<T>& w, const std::array<Values<T>, D>& slope,
                      const std::array<double, D>& scale, const Site& = {}) const {
    const T specific_volume = 1.0 / w[kDensity];
    const T stiff = stiffness(w);
    Values<T> change;
    change.fill(T(0.0));
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t normal = kMomentum + d;
      const T carried = w[normal] * scale[d];
      const T divergence = slope[d][normal] * scale[d];
      for (std::size_t c = 0; c < kVolume; ++c) {
        change[c] -= carried * slope[d][c];
      }
      change[kDensity] -= w[kDensity] * divergence;
      change[normal] -= specific_volume * scale[d] * slope[d][kPressure];
      change[kPressure] -= stiff * divergence;
    }
    return change;
  }

  /// HLLC with the outer speeds of both sides' sound.  (Toro, Spruce, Speares 1994; Davis 1988)
  template <std::size_t Axis, class T, class M>
  Values<T> flux(const Values<T>& l, const Values<T>& r, M, const Site& = {}) const {
    constexpr std::size_t kNormal = kMomentum + Axis;
    const T sound_left = sqrt(stiffness(l) / l[kDensity]);
    const T sound_right = sqrt(stiffness(r) / r[kDensity]);
    const T left = min(l[kNormal] - sound_left, r[kNormal] - sound_right);
    const T right = max(l[kNormal] + sound_left, r[kNormal] + sound_right);
    const T mass_left = l[kDensity] * (l[kNormal] - left);
    const T mass_right = r[kDensity] * (right - r[kNormal]);
    const T contact =
        (l[kPressure] - r[kPressure] + mass_left * l[kNormal] + mass_right * r[kNormal]) /
        (mass_left + mass_right);
    const auto from_right = contact < T(0.0);
    Values<T> w;
    for (std::size_t c = 0; c < kValues; ++c) {
      w[c] = select(from_right, r[c], l[c]);
    }
    const T outer = select(from_right, right, left);
    const T clipped = select(from_right, max(outer, T(0.0)), min(outer, T(0.0)));
    const T relative = outer - w[kNormal];
    const T squeeze = relative / (outer - contact);  // rho* / rho
    const T velocity = w[kNormal] + clipped * (squeeze - 1.0);
    const T momentum = w[kDensity] * w[kNormal];
    const T energy = conserved(w)[kEnergy];
    const T contact_energy =
        squeeze *
        (energy + (contact - w[kNormal]) * (w[kDensity] * contact + w[kPressure] / relative));
    Values<T> f;
    f[kDensity] = w[kDensity] * velocity;
    for (std::size_t d = 0; d < D; ++d) {
      f[kMomentum + d] = f[kDensity] * w[kMomentum + d];
    }
    f[kNormal] = momentum * w[kNormal] + w[kPressure] +
                 clipped * (squeeze * w[kDensity] * contact - momentum);
    f[kEnergy] = w[kNormal] * (energy + w[kPressure]) + clipped * (contact_energy - energy);
    f[kTracer] = f[kDensity] * w[kTracer];
    f[kInverse] = velocity * w[kInverse];
    f[kVolume] = velocity;
    return f;
  }
};

}  // namespace evenkeel::solver
