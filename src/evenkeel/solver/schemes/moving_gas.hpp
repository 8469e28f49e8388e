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
  ///
  /// \param volume  1 / rho
  template <class T>
  static Values<T> at_rest(const Values<T>& u, T volume) {
    Values<T> w;
    w[kDensity] = u[kDensity];
    T kinetic = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      w[kMomentum + d] = u[kMomentum + d] * volume;
      const T along = w[kMomentum + d] * u[kMomentum + d];
      kinetic = d == 0 ? along : kinetic + along;
    }
    for (std::size_t c = kTracer + 1; c < kValues; ++c) {
      w[c] = u[c];
    }
    w[kEnergy] = u[kEnergy] - 0.5 * kinetic;
    w[kTracer] = u[kTracer] * volume;
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
    T square = u[kMomentum] * u[kMomentum];
    for (std::size_t d = 1; d < D; ++d) {
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

    /// \param stiffness  gamma p
    static Waves of(T stiffness, T density) {
      const T impedance = sqrt(stiffness * density);
      const T inverse = 1.0 / impedance;
      return {impedance, inverse, density * density * inverse * inverse};
    }

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

  /// Speeds of the outer waves of a face.
  template <class T>
  struct Speeds {
    T left, right;
  };

  /// Those of local Lax-Friedrichs: |u| + c of the faster side, both ways.
  template <std::size_t Axis, class T>
  static Speeds<T> equal_speeds(const Values<T>& l, const Values<T>& r, T sound_left,
                                T sound_right) {
    constexpr std::size_t kNormal = kMomentum + Axis;
    const T fastest = max(abs(l[kNormal]) + sound_left, abs(r[kNormal]) + sound_right);
    return {-fastest, fastest};
  }

  /// What goes through a face, and with which velocity.
  template <class T>
  struct Through {
    Values<T> flux;
    T contact;   ///< speed of the middle wave
    T velocity;  ///< that of volume at the face
  };

  /// HLLC: three waves, of which the middle one parts the gases of both sides.
  ///
  ///   S_M = (p_L - p_R + m_L u_L + m_R u_R) / (m_L + m_R),  m_L = rho_L (u_L - S_L) and so on
  ///   F = F_K + S_K (U*_K - U_K) on the side K the contact moves away from
  ///                                                   (Toro, Spruce, Speares 1994; Batten 1997)
  /// U* - U is made of S_M - u_K, so that it vanishes where the contact goes with the gas. One
  /// division serves S_M and 1 / (S_K - S_M).
  ///
  /// \param energy_of  energy_of(w) is E
  template <std::size_t Axis, class Side, class T, class EnergyOf>
  [[gnu::always_inline]] static Through<T> between_waves(const Side& l, const Side& r,
                                                         const Speeds<T>& speed,
                                                         const EnergyOf& energy_of) {
    constexpr std::size_t kNormal = kMomentum + Axis;
    const auto [left, right] = speed;
    const T mass_left = l[kDensity] * (l[kNormal] - left);
    const T mass_right = r[kDensity] * (right - r[kNormal]);
    const T mass = mass_left + mass_right;
    const T push = l[kPressure] - r[kPressure] + mass_left * l[kNormal] + mass_right * r[kNormal];
    const auto from_right = push < T(0.0);
    Values<T> w;
    for (std::size_t c = 0; c < kValues; ++c) {
      w[c] = select(from_right, r[c], l[c]);
    }
    const T outer = select(from_right, right, left);
    const T clipped = select(from_right, max(right, T(0.0)), min(left, T(0.0)));
    const T gap = outer * mass - push;  // mass (S_K - S_M)
    const T inverse = 1.0 / (mass * gap);
    const T contact = push * (gap * inverse);
    const T drift = contact - w[kNormal];
    const T pinch = drift * (mass * (mass * inverse));  // rho* / rho - 1
    const T denser = w[kDensity] * pinch;
    const T momentum = w[kDensity] * w[kNormal];
    const T enthalpy = energy_of(w) + w[kPressure];
    Through<T> through{{}, contact, w[kNormal] + clipped * pinch};
    Values<T>& f = through.flux;
    f[kDensity] = momentum + clipped * denser;
    for (std::size_t c = kMomentum; c < kEnergy; ++c) {
      f[c] = f[kDensity] * w[c];
    }
    f[kNormal] =
        momentum * w[kNormal] + w[kPressure] + clipped * (w[kDensity] * drift + denser * contact);
    f[kEnergy] = w[kNormal] * enthalpy +
                 clipped * (pinch * enthalpy + (w[kDensity] + denser) * drift * contact);
    f[kTracer] = f[kDensity] * w[kTracer];
    for (std::size_t c = kTracer + 1; c < kValues; ++c) {
      f[c] = through.velocity * w[c];
    }
    return through;
  }

  /// Change of the first \p kCarried primitive values over half a step, from all axes at once:
  ///   - sum over axes of A_d(w) rise_d * scale_d,   scale_d = dt / h_d         (Toro, eq. 14.8)
  /// \param volume     1 / rho
  /// \param stiffness  gamma p
  /// \param rise       half the slopes
  template <std::size_t kCarried, class T>
  static Values<T> carried_half_step(const Values<T>& w, T volume, T stiffness,
                                     const std::array<Values<T>, D>& rise,
                                     const std::array<double, D>& scale) {
    Values<T> change;
    change.fill(T(0.0));
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t normal = kMomentum + d;
      const T against = w[normal] * -scale[d];
      const T closing = rise[d][normal] * -scale[d];
      for (std::size_t c = 0; c < kCarried; ++c) {
        const T carried = against * rise[d][c];
        change[c] = d == 0 ? carried : change[c] + carried;
      }
      change[kDensity] += w[kDensity] * closing;
      change[normal] += volume * -scale[d] * rise[d][kPressure];
      change[kPressure] += stiffness * closing;
    }
    return change;
  }
};

}  // namespace evenkeel::solver
