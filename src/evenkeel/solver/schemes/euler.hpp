// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Euler equations of an ideal gas with a mass-fraction tracer.
#pragma once

#include <array>
#include <cstddef>

#include "evenkeel/solver/schemes/euler_roe.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/schemes/moving_gas.hpp"
#include "evenkeel/solver/schemes/two_waves.hpp"

namespace evenkeel::solver {

/// Values are those of MovingGas. All formulas for T = double or Lanes.
template <int D>
struct Euler {
  using Motion = MovingGas<D, 0>;
  static constexpr std::size_t kValues = Motion::kValues;
  static constexpr std::size_t kDensity = Motion::kDensity;
  static constexpr std::size_t kMomentum = Motion::kMomentum;
  static constexpr std::size_t kEnergy = Motion::kEnergy;
  static constexpr std::size_t kPressure = Motion::kPressure;
  static constexpr std::size_t kTracer = Motion::kTracer;
  static constexpr int kSensor = static_cast<int>(kPressure);
  /// Primitive values that must stay positive; where a reconstruction breaks that, the scheme falls
  /// back to first order.
  static constexpr std::array<std::size_t, 2> kPositive{kDensity, kPressure};

  template <class T>
  using Values = typename Motion::template Values<T>;

  double gamma = 1.4;
  bool lax_friedrichs = false;        ///< the flux is Rusanov's, not HLLC
  double heat = 1.0 / (gamma - 1.0);  ///< inner energy of a pressure; not to be given

  /// 1 / rho
  template <class T>
  static T reciprocal(const Values<T>& w) {
    return 1.0 / w[kDensity];
  }

  template <class T>
  Values<T> primitives(const Values<T>& u) const {
    return primitives(u, reciprocal(u));
  }

  /// 1 / (rho rho) of both sides of a face, in values of either kind.
  template <class T>
  static T reciprocals(const Values<T>& l, const Values<T>& r) {
    return 1.0 / (l[kDensity] * r[kDensity]);
  }

  /// Primitive values of conserved ones beside others. \param both  reciprocals()
  template <class T>
  Values<T> side(const Values<T>& u, const Values<T>& beside, T both) const {
    return primitives(u, both * beside[kDensity]);
  }

  template <class T>
  Values<T> conserved(const Values<T>& w) const {
    Values<T> inner = w;
    inner[kEnergy] = w[kPressure] / (gamma - 1.0);
    return Motion::in_motion(inner);
  }

  /// sum over axes of (|u_d| + c) / h_d. [1/time]
  template <class T>
  T rate(const Values<T>& w, T volume, const std::array<double, D>& inverse_spacing) const {
    return Motion::crossing_rate(w, sqrt(gamma * w[kPressure] * volume), inverse_spacing);
  }

  template <class T>
  using Waves = typename Motion::template Waves<T>;

  template <class T>
  Waves<T> waves(const Values<T>& w) const {
    return Waves<T>::of(gamma * w[kPressure], w[kDensity]);
  }

  /// What frame() wants of a cell. \see RoeFrame
  template <class T>
  Values<T> roots(const Values<T>& u, const Values<T>& w) const {
    return RoeFrame<D, T>::roots(u, w[kPressure]);
  }
  template <class T>
  RoeFrame<D, T> frame(const Values<T>& one, const Values<T>& other) const {
    return {one, other, gamma - 1.0, heat};
  }

  template <class T>
  auto is_gas(const Values<T>& u) const {
    return Motion::has_pressure(u);
  }

  template <class T>
  Values<T> half_step(const Values<T>& w, T volume, const std::array<Values<T>, D>& rise,
                      const std::array<double, D>& scale) const {
    return Motion::template carried_half_step<kValues>(w, volume, gamma * w[kPressure], rise,
                                                       scale);
  }

  /// True where two neighbouring pressures differ by more than a factor of three: HLL is used
  /// around such cells, against carbuncles at grid-aligned shocks.
  template <class T>
  static auto is_strong(T lesser_pressure, T greater_pressure) {
    return greater_pressure > 3.0 * lesser_pressure;
  }

  template <class T>
  using Speeds = typename Motion::template Speeds<T>;

  /// What speeds() take of a face and wait for themselves: a root and a quotient.
  template <class T>
  struct Guess {
    T pressure;         ///< between the waves
    T inverse_product;  ///< of both densities
  };

  /// An estimate of the pressure between the waves: linear in the velocity jump (Toro, eq. 9.20,
  /// PVRS) and, where the gas is compressed, with the quadratic term that makes it a bound for two
  /// shocks. \param both  reciprocals()
  template <std::size_t Axis, class T>
  [[gnu::always_inline]] Guess<T> guess(const Values<T>& l, const Values<T>& r, T both) const {
    const T density = 0.5 * (l[kDensity] + r[kDensity]);
    const T pressure = 0.5 * (l[kPressure] + r[kPressure]);
    const T closing = 0.5 * (l[kMomentum + Axis] - r[kMomentum + Axis]);
    return {pressure + closing * sqrt(gamma * pressure * density) +
                0.5 * (gamma + 1.0) * density * closing * max(closing, T(0.0)),
            both};
  }

  template <std::size_t Axis, class T>
  [[gnu::always_inline]] Guess<T> guess(const Values<T>& l, const Values<T>& r) const {
    return guess<Axis>(l, r, reciprocals(l, r));
  }

  /// Bounding signal speeds. A shock's factor q goes under the root of the sound speed.
  ///   S_L = u_L - sqrt((gamma p_L + (gamma + 1) / 2 max(p* - p_L, 0)) / rho_L), S_R alike
  template <std::size_t Axis, class T>
  [[gnu::always_inline]] Speeds<T> speeds(const Values<T>& l, const Values<T>& r,
                                          const Guess<T>& guess) const {
    if (lax_friedrichs) {
      return Motion::template equal_speeds<Axis>(l, r, sound(l), sound(r));
    }
    const auto bound = [&](const Values<T>& side, T specific_volume) {
      const T jump = max(guess.pressure - side[kPressure], T(0.0));
      return sqrt((gamma * side[kPressure] + 0.5 * (gamma + 1.0) * jump) * specific_volume);
    };
    return {l[kMomentum + Axis] - bound(l, guess.inverse_product * r[kDensity]),
            r[kMomentum + Axis] + bound(r, guess.inverse_product * l[kDensity])};
  }

  template <std::size_t Axis, class T>
  [[gnu::always_inline]] Speeds<T> speeds(const Values<T>& l, const Values<T>& r,
                                          const Site& = {}) const {
    return speeds<Axis>(l, r, guess<Axis>(l, r));
  }

  /// HLLC flux through a face normal to Axis; HLL where \p strong, and where the estimated speeds
  /// do not enclose the contact. \see MovingGas::between_waves
  ///
  /// \tparam Side  Values<T>, or where they are stored
  template <std::size_t Axis, class Side, class T, class M>
  [[gnu::always_inline]] Values<T> flux(const Side& l, const Side& r, const Speeds<T>& speed,
                                        M strong) const {
    const auto through = Motion::template between_waves<Axis>(
        l, r, speed, [&](const Values<T>& w) { return total_energy(w); });
    const T contact = through.contact;
    const auto sharp = (speed.left < contact) & (contact < speed.right) & !strong;
    Values<T> f = through.flux;
    if (lax_friedrichs || !all(sharp)) [[unlikely]] {
      const Values<T> two_waves = two_wave_flux<Axis>(*this, apart(l), apart(r), speed);
      for (std::size_t c = 0; c < kValues; ++c) {
        f[c] = lax_friedrichs ? two_waves[c] : select(sharp, f[c], two_waves[c]);
      }
    }
    return f;
  }

 private:
  template <class T>
  Values<T> primitives(const Values<T>& u, T volume) const {
    Values<T> w = Motion::at_rest(u, volume);
    w[kPressure] = (gamma - 1.0) * w[kEnergy];
    return w;
  }

  template <class T>
  T sound(const Values<T>& w) const {
    return sqrt(gamma * w[kPressure] / w[kDensity]);
  }

  template <class T>
  T total_energy(const Values<T>& w) const {
    T square = w[kMomentum] * w[kMomentum];
    for (std::size_t d = 1; d < D; ++d) {
      square += w[kMomentum + d] * w[kMomentum + d];
    }
    return w[kPressure] * heat + 0.5 * w[kDensity] * square;
  }
};

}  // namespace evenkeel::solver
