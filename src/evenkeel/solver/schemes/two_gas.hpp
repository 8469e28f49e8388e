// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The Euler equations of two ideal gases that mix, each with its own ratio of specific heats.
#pragma once

#include <array>
#include <cstddef>

#include "evenkeel/solver/schemes/group_rows.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/schemes/moving_gas.hpp"
#include "evenkeel/solver/schemes/two_waves.hpp"

namespace evenkeel::solver {

template <int D, class T>
class TwoGasFrame;

/// Flow of Muscl and HighOrder. Values are those of MovingGas, then G = 1 / (gamma - 1) of the
/// mixture and a volume.
///
/// G is carried, G_t + u grad G = 0, never summed up: E = p G + rho u^2 / 2 then keeps a pressure
/// that is the same everywhere as it is, where a conserved gamma would not.     (Abgrall 1996)
/// With the velocity w of the contact's side at a face, G flows by w G and volume by w; a cell's
/// new G is what has flowed together over its volume, which is 1 again after the step.
///                                              (Johnsen and Colonius 2006, section 3.3)
/// Beside finer cells, whose fluxes take the place of coarse ones, volume is not 1 up to the next
/// step: a cell's G is that over its volume everywhere.
/// Local Lax-Friedrichs smears G as it does E, and volume, which is 1 on both sides, not at all: it
/// flows by the mean of both velocities. So that pressure stays, and so does a gas that is alone.
template <int D>
struct TwoGas {
  using Motion = MovingGas<D, 2>;
  static constexpr std::size_t kValues = Motion::kValues;
  static constexpr std::size_t kDensity = Motion::kDensity;
  static constexpr std::size_t kMomentum = Motion::kMomentum;
  static constexpr std::size_t kEnergy = Motion::kEnergy;
  static constexpr std::size_t kPressure = Motion::kPressure;
  static constexpr std::size_t kTracer = Motion::kTracer;
  static constexpr std::size_t kInverse = D + 3;  ///< G
  static constexpr std::size_t kVolume = D + 4;
  static constexpr int kSensor = -1;
  static constexpr std::array<std::size_t, 3> kPositive{kDensity, kPressure, kInverse};

  template <class T>
  using Values = typename Motion::template Values<T>;

  bool lax_friedrichs = false;  ///< the flux is Rusanov's, not HLLC

  /// 1 / (rho G)
  template <class T>
  static T reciprocal(const Values<T>& w) {
    return 1.0 / (w[kDensity] * w[kInverse]);
  }

  template <class T>
  Values<T> primitives(const Values<T>& u) const {
    const T inverse = u[kInverse] / u[kVolume];
    const T both = 1.0 / (u[kDensity] * inverse);
    Values<T> w = Motion::at_rest(u, both * inverse);
    w[kInverse] = inverse;
    w[kPressure] = w[kEnergy] * (u[kDensity] * both);
    w[kVolume] = 1.0;
    return w;
  }

  template <class T>
  Values<T> conserved(const Values<T>& w) const {
    Values<T> inner = w;
    inner[kEnergy] = w[kPressure] * w[kInverse];
    return Motion::in_motion(inner);
  }

  /// gamma p = p (1 + 1 / G)
  template <class T>
  static T stiffness(const Values<T>& w) {
    return hardness(w) / w[kInverse];
  }

  /// sum over axes of (|u_d| + c) / h_d. [1/time]
  template <class T>
  T rate(const Values<T>& w, T reciprocal, const std::array<double, D>& inverse_spacing) const {
    return Motion::crossing_rate(w, sqrt(hardness(w) * reciprocal), inverse_spacing);
  }

  template <class T>
  using Waves = typename Motion::template Waves<T>;

  template <class T>
  Waves<T> waves(const Values<T>& w) const {
    return Waves<T>::of(stiffness(w), w[kDensity]);
  }

  template <class T>
  Values<T> half_step(const Values<T>& w, T reciprocal, const std::array<Values<T>, D>& rise,
                      const std::array<double, D>& scale) const {
    const T stiffness = hardness(w) * (reciprocal * w[kDensity]);
    return Motion::template carried_half_step<kVolume>(w, reciprocal * w[kInverse], stiffness, rise,
                                                       scale);
  }

  /// What frame() wants of a cell: primitive values.
  template <class T>
  Values<T> roots(const Values<T>&, const Values<T>& w) const {
    return w;
  }
  /// A frame has primitive values.
  template <class T>
  Values<T> side(const Values<T>& w, const Values<T>&, T) const {
    return w;
  }
  template <class T>
  TwoGasFrame<D, T> frame(const Values<T>& one, const Values<T>& other) const {
    return {one, other};
  }

  template <class T>
  auto is_gas(const Values<T>& u) const {
    return Motion::has_pressure(u) & (u[kInverse] > T(0.0));
  }

  template <class T>
  using Speeds = typename Motion::template Speeds<T>;

  /// reciprocal() of one side of a face times that of the other.
  template <class T>
  static T reciprocals(const Values<T>& l, const Values<T>& r) {
    return 1.0 / ((l[kDensity] * l[kInverse]) * (r[kDensity] * r[kInverse]));
  }

  /// What speeds() wait for. \param both  reciprocals()
  template <std::size_t Axis, class T>
  [[gnu::always_inline]] T guess(const Values<T>&, const Values<T>&, T both) const {
    return both;
  }
  template <std::size_t Axis, class T>
  [[gnu::always_inline]] T guess(const Values<T>& l, const Values<T>& r) const {
    return reciprocals(l, r);
  }

  /// Outer speeds of both sides' sound. (Davis 1988)
  template <std::size_t Axis, class T>
  [[gnu::always_inline]] Speeds<T> speeds(const Values<T>& l, const Values<T>& r, T both) const {
    constexpr std::size_t kNormal = kMomentum + Axis;
    const T sound_left = sqrt(hardness(l) * (both * (r[kDensity] * r[kInverse])));
    const T sound_right = sqrt(hardness(r) * (both * (l[kDensity] * l[kInverse])));
    if (lax_friedrichs) {
      return Motion::template equal_speeds<Axis>(l, r, sound_left, sound_right);
    }
    return {min(l[kNormal] - sound_left, r[kNormal] - sound_right),
            max(l[kNormal] + sound_left, r[kNormal] + sound_right)};
  }

  template <std::size_t Axis, class T>
  Speeds<T> speeds(const Values<T>& l, const Values<T>& r, const Site& = {}) const {
    return speeds<Axis>(l, r, guess<Axis>(l, r));
  }

  /// HLLC (Toro, Spruce, Speares 1994), or local Lax-Friedrichs.
  template <std::size_t Axis, class Side, class T, class M>
  Values<T> flux(const Side& l, const Side& r, const Speeds<T>& speed, M) const {
    if (lax_friedrichs) [[unlikely]] {
      return two_wave_flux<Axis>(*this, apart(l), apart(r), speed);
    }
    auto [f, contact, velocity] = Motion::template between_waves<Axis>(
        l, r, speed, [](const Values<T>& w) { return TwoGas{}.conserved(w)[kEnergy]; });
    f[kVolume] = velocity;
    return f;
  }

 private:
  /// gamma p G = p (G + 1)
  template <class T>
  static T hardness(const Values<T>& w) {
    return w[kPressure] * (w[kInverse] + 1.0);
  }
};

/// What has flowed into a cell, per its volume; which is one again.
template <int D>
void normalise(const StageStep<D>& step) {
  constexpr int kInverse = TwoGas<D>::kInverse;
  constexpr int kVolume = TwoGas<D>::kVolume;
  storage::for_each_row(step.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    double* const inverse = step.state.row(kInverse, cell);
    double* const volume = step.state.row(kVolume, cell);
    for_each_lanes(count, [&](int i, auto lanes) {
      store_first(inverse + i, load_first(inverse + i, lanes) / load_first(volume + i, lanes),
                  lanes);
      store_first(volume + i, Lanes(1.0), lanes);
    });
  });
}

/// The waves of two gases between two cells, in primitive values: reconstructing those leaves a
/// pressure that is the same everywhere as it is, which conserved values would not.
///                                                       (Johnsen and Colonius 2006, section 3.2)
template <int D, class T>
class TwoGasFrame {
 public:
  using Gas = TwoGas<D>;
  using Values = typename Gas::template Values<T>;

  TwoGasFrame() = default;
  /// \param one, other  primitive values
  TwoGasFrame(const Values& one, const Values& other) {
    const T density = 0.5 * (one[Gas::kDensity] + other[Gas::kDensity]);
    const T stiffness = 0.5 * (Gas::stiffness(one) + Gas::stiffness(other));
    waves_ = Gas::template Waves<T>::of(stiffness, density);
    const T sound = stiffness * waves_.inverse_impedance;
    for (std::size_t d = 0; d < D; ++d) {
      const std::size_t c = Gas::kMomentum + d;
      speed_[d] = max(abs(one[c]), abs(other[c])) + sound;
    }
  }

  /// All waves of a cell.
  using Seen = Values;
  /// \param u  conserved values, or where they are stored
  template <std::size_t Axis, class Stored>
  Seen see(const Stored& u) const {
    Values cell;
    for (std::size_t c = 0; c < cell.size(); ++c) {
      cell[c] = u[c];
    }
    return waves_.amplitudes(Gas{}.primitives(cell), Axis);
  }
  template <std::size_t Axis, std::size_t c, class Stored>
  T wave(const Stored&, const Seen& seen) const {
    return seen[c];
  }

  template <std::size_t Axis>
  Values values(const Values& wave) const {
    Values w = waves_.values(wave, Axis);
    w[Gas::kVolume] = 1.0;
    return w;
  }

  /// \see RoeFrame::trial
  struct Trial {
    T share;
    T scale;
  };
  template <std::size_t Axis>
  Trial trial(const std::array<double, D>& steps) const {
    T sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += speed_[d] * (2.0 * steps[d]);
    }
    return {min(sum, T(1.0)), speed_[Axis]};
  }

 private:
  typename Gas::template Waves<T> waves_;
  std::array<T, D> speed_;  ///< |u_d| + c, the greater of both sides
};

}  // namespace evenkeel::solver
