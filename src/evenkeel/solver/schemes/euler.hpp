// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Euler equations of an ideal gas with a mass-fraction tracer.
#pragma once

#include <array>
#include <cstddef>

#include "evenkeel/solver/schemes/euler_roe.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Conserved values: rho, rho u_0 .. rho u_{D-1}, E, rho Y. Primitive ones: rho, u, p, Y in the
/// same places. All formulas for T = double or Lanes.
template <int D>
struct Euler {
  static constexpr std::size_t kValues = D + 3;
  static constexpr std::size_t kDensity = 0;
  static constexpr std::size_t kMomentum = 1;
  static constexpr std::size_t kEnergy = D + 1;
  static constexpr std::size_t kPressure = D + 1;
  static constexpr std::size_t kTracer = D + 2;
  static constexpr int kSensor = static_cast<int>(kPressure);
  /// Primitive values that must stay positive; where a reconstruction breaks that, the scheme falls
  /// back to first order.
  static constexpr std::array<std::size_t, 2> kPositive{kDensity, kPressure};

  template <class T>
  using Values = std::array<T, kValues>;

  double gamma = 1.4;
  bool lax_friedrichs = false;  ///< the flux is local_lax_friedrichs(), not HLLC

  template <class T>
  Values<T> primitives(const Values<T>& u) const {
    Values<T> w;
    const T inverse = 1.0 / u[kDensity];
    T kinetic = 0.0;
    w[kDensity] = u[kDensity];
    for (std::size_t d = 0; d < D; ++d) {
      w[kMomentum + d] = u[kMomentum + d] * inverse;
      kinetic += w[kMomentum + d] * u[kMomentum + d];
    }
    w[kPressure] = (gamma - 1.0) * (u[kEnergy] - 0.5 * kinetic);
    w[kTracer] = u[kTracer] * inverse;
    return w;
  }

  template <class T>
  Values<T> conserved(const Values<T>& w) const {
    Values<T> u;
    T kinetic = 0.0;
    u[kDensity] = w[kDensity];
    for (std::size_t d = 0; d < D; ++d) {
      u[kMomentum + d] = w[kDensity] * w[kMomentum + d];
      kinetic += w[kMomentum + d] * u[kMomentum + d];
    }
    u[kEnergy] = w[kPressure] / (gamma - 1.0) + 0.5 * kinetic;
    u[kTracer] = w[kDensity] * w[kTracer];
    return u;
  }

  /// sum over axes of (|u_d| + c) / h_d. [1/time]
  template <class T>
  T rate(const Values<T>& w, const std::array<double, D>& inverse_spacing, const Site& = {}) const {
    const T sound = sqrt(gamma * w[kPressure] / w[kDensity]);
    T sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += (abs(w[kMomentum + d]) + sound) * inverse_spacing[d];
    }
    return sum;
  }

  /// Differences of primitive values seen as waves, around one state:
  ///   left and right sound    (dp / (rho c) -+ du_d) / 2    in the places of u_d and p
  ///   entropy                 drho - dp / c^2               in the place of rho
  /// and velocities across and the tracer as they are.              (Toro, eq. 3.58 and 3.59)
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

  template <class T>
  Waves<T> waves(const Values<T>& w) const {
    const T impedance = sqrt(gamma * w[kPressure] * w[kDensity]);
    const T inverse = 1.0 / impedance;
    return {impedance, inverse, w[kDensity] * w[kDensity] * inverse * inverse};
  }

  /// What frame() wants of a cell. \see RoeFrame
  template <class T>
  Values<T> roots(const Values<T>& u, const Values<T>& w) const {
    return RoeFrame<D, T>::roots(u, w[kPressure]);
  }
  template <class T>
  RoeFrame<D, T> frame(const Values<T>& one, const Values<T>& other) const {
    return {one, other, gamma};
  }

  /// True where density and pressure are positive. No division.
  template <class T>
  auto is_gas(const Values<T>& u) const {
    T square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      square += u[kMomentum + d] * u[kMomentum + d];
    }
    return (u[kDensity] > T(0.0)) & (2.0 * u[kDensity] * u[kEnergy] > square);
  }

  /// Change of the primitive values over half a step, from all axes at once:
  ///   - sum over axes of A_d(w) slope_d * scale_d,   scale_d = dt / (2 h_d)   (Toro, eq. 14.8)
  template <class T>
  Values<T> half_step(const Values<T>& w, const std::array<Values<T>, D>& slope,
                      const std::array<double, D>& scale, const Site& = {}) const {
    const T specific_volume = 1.0 / w[kDensity];
    const T stiffness = gamma * w[kPressure];
    Values<T> change;
    change.fill(T(0.0));
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t normal = kMomentum + d;
      const T carried = w[normal] * scale[d];
      const T divergence = slope[d][normal] * scale[d];
      for (std::size_t c = 0; c < kValues; ++c) {
        change[c] -= carried * slope[d][c];
      }
      change[kDensity] -= w[kDensity] * divergence;
      change[normal] -= specific_volume * scale[d] * slope[d][kPressure];
      change[kPressure] -= stiffness * divergence;
    }
    return change;
  }

  /// True where two neighbouring pressures differ by more than a factor of three: HLL is used
  /// around such cells, against carbuncles at grid-aligned shocks.
  template <class T>
  static auto is_strong(T lesser_pressure, T greater_pressure) {
    return greater_pressure > 3.0 * lesser_pressure;
  }

  /// Bounding signal speeds of the face problem. \see flux
  template <class T>
  struct Speeds {
    T left, right;
  };

  /// Speeds from an estimate of the pressure between the waves: linear in the velocity jump
  /// (Toro, eq. 9.20, PVRS) and, where the gas is compressed, with the quadratic term that makes it
  /// a bound for two shocks. A shock's factor q goes under the root of the sound speed.
  ///   S_L = u_L - sqrt((gamma p_L + (gamma + 1) / 2 max(p* - p_L, 0)) / rho_L), S_R alike
  template <std::size_t Axis, class T>
  Speeds<T> speeds(const Values<T>& l, const Values<T>& r) const {
    const T density = 0.5 * (l[kDensity] + r[kDensity]);
    const T pressure = 0.5 * (l[kPressure] + r[kPressure]);
    const T closing = 0.5 * (l[kMomentum + Axis] - r[kMomentum + Axis]);
    const T between = pressure + closing * sqrt(gamma * pressure * density) +
                      0.5 * (gamma + 1.0) * density * closing * max(closing, T(0.0));
    const T inverse = 1.0 / (l[kDensity] * r[kDensity]);
    const auto sound = [&](const Values<T>& side, T specific_volume) {
      const T jump = max(between - side[kPressure], T(0.0));
      return sqrt((gamma * side[kPressure] + 0.5 * (gamma + 1.0) * jump) * specific_volume);
    };
    return {l[kMomentum + Axis] - sound(l, inverse * r[kDensity]),
            r[kMomentum + Axis] + sound(r, inverse * l[kDensity])};
  }

  /// HLLC flux through a face normal to Axis; HLL where \p strong, and where the estimated speeds
  /// do not enclose the contact.
  ///
  ///   S_M = (p_L - p_R + m_L u_L + m_R u_R) / (m_L + m_R),  m_L = rho_L (u_L - S_L) and so on
  ///   F = F_K + S_K (U*_K - U_K) on the side K the contact moves away from
  ///                                                   (Toro, Spruce, Speares 1994; Batten 1997)
  template <std::size_t Axis, class T, class M>
  Values<T> flux(const Values<T>& l, const Values<T>& r, M strong, const Site& = {}) const {
    if (lax_friedrichs) {
      return local_lax_friedrichs<Axis>(l, r);
    }
    constexpr std::size_t kNormal = kMomentum + Axis;
    const Speeds<T> speed = speeds<Axis>(l, r);
    const T mass_left = l[kDensity] * (l[kNormal] - speed.left);
    const T mass_right = r[kDensity] * (speed.right - r[kNormal]);
    const T contact =
        (l[kPressure] - r[kPressure] + mass_left * l[kNormal] + mass_right * r[kNormal]) /
        (mass_left + mass_right);
    const auto from_right = contact < T(0.0);
    Values<T> w;
    for (std::size_t c = 0; c < kValues; ++c) {
      w[c] = select(from_right, r[c], l[c]);
    }
    const T outer = select(from_right, speed.right, speed.left);
    const T clipped = select(from_right, max(outer, T(0.0)), min(outer, T(0.0)));
    const T relative = outer - w[kNormal];
    const T squeeze = relative / (outer - contact);  // rho* / rho
    const T density = w[kDensity] * squeeze;
    const T energy = total_energy(w);
    const T contact_energy =
        squeeze *
        (energy + (contact - w[kNormal]) * (w[kDensity] * contact + w[kPressure] / relative));
    const T momentum = w[kDensity] * w[kNormal];
    Values<T> f;
    f[kDensity] = momentum + clipped * (density - w[kDensity]);
    for (std::size_t d = 0; d < D; ++d) {
      f[kMomentum + d] = f[kDensity] * w[kMomentum + d];
    }
    f[kNormal] = momentum * w[kNormal] + w[kPressure] + clipped * (density * contact - momentum);
    f[kEnergy] = w[kNormal] * (energy + w[kPressure]) + clipped * (contact_energy - energy);
    f[kTracer] = f[kDensity] * w[kTracer];
    const auto blunt = strong | !((speed.left < contact) & (contact < speed.right));
    if (any(blunt)) [[unlikely]] {
      const Values<T> two_waves = hll<Axis>(l, r, speed);
      for (std::size_t c = 0; c < kValues; ++c) {
        f[c] = select(blunt, two_waves[c], f[c]);
      }
    }
    return f;
  }

 private:
  template <class T>
  T total_energy(const Values<T>& w) const {
    T square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      square += w[kMomentum + d] * w[kMomentum + d];
    }
    return w[kPressure] * (1.0 / (gamma - 1.0)) + 0.5 * w[kDensity] * square;
  }

  /// One side of a face in conserved values, with its own flux.
  template <class T>
  struct Physical {
    Values<T> conserved;
    Values<T> flux;
  };

  template <std::size_t Axis, class T>
  Physical<T> physical(const Values<T>& w) const {
    constexpr std::size_t kNormal = kMomentum + Axis;
    Physical<T> side;
    side.conserved = conserved(w);
    for (std::size_t c = 0; c < kValues; ++c) {
      side.flux[c] = side.conserved[c] * w[kNormal];
    }
    side.flux[kNormal] += w[kPressure];
    side.flux[kEnergy] += w[kPressure] * w[kNormal];
    return side;
  }

  /// (F_L + F_R - a (U_R - U_L)) / 2, a the greater of |u| + c on both sides. (Rusanov 1961)
  template <std::size_t Axis, class T>
  Values<T> local_lax_friedrichs(const Values<T>& l, const Values<T>& r) const {
    const Physical<T> one = physical<Axis>(l);
    const Physical<T> other = physical<Axis>(r);
    const auto fastest = [&](const Values<T>& w) {
      return abs(w[kMomentum + Axis]) + sqrt(gamma * w[kPressure] / w[kDensity]);
    };
    const T speed = max(fastest(l), fastest(r));
    Values<T> f;
    for (std::size_t c = 0; c < kValues; ++c) {
      f[c] = 0.5 * (one.flux[c] + other.flux[c] - speed * (other.conserved[c] - one.conserved[c]));
    }
    return f;
  }

  /// Flux between the two outer waves only. (Harten, Lax, van Leer 1983)
  template <std::size_t Axis, class T>
  Values<T> hll(const Values<T>& l, const Values<T>& r, const Speeds<T>& speed) const {
    const T left = min(speed.left, T(0.0));
    const T right = max(speed.right, T(0.0));
    const T inverse = 1.0 / (right - left);
    const Physical<T> one = physical<Axis>(l);
    const Physical<T> other = physical<Axis>(r);
    Values<T> f;
    for (std::size_t c = 0; c < kValues; ++c) {
      f[c] = (right * one.flux[c] - left * other.flux[c] +
              left * right * (other.conserved[c] - one.conserved[c])) *
             inverse;
    }
    return f;
  }
};

}  // namespace evenkeel::solver
