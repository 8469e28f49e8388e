// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Two fluids that share the pores of a rock: how fast each moves.
#pragma once

#include <algorithm>
#include <cmath>

namespace evenkeel::kernels {

/// What moves in a rock, in the order of the parameter's choices.
enum class Fluid {
  kOilWater,  ///< water and oil, which move the easier the more there is of them
  kTracer,    ///< a tracer in one fluid: f(s) = s, mobility 1
  kFrozen,    ///< shares of water and oil, but mobility 1: velocities stay as they are
};

/// Water (saturation s) and oil with quadratic relative permeabilities.
///
///     mobility = s^2 / mu_w + (1 - s)^2 / mu_o,  mu_o = 1
///     f(s) = s^2 / (s^2 + M (1 - s)^2),  M = mu_w / mu_o          (Buckley and Leverett 1942)
struct FractionalFlow {
  double viscosity_ratio = 1.0;  ///< M
  Fluid fluid = Fluid::kOilWater;

  bool is_tracer() const { return fluid == Fluid::kTracer; }
  double mobility(double s) const {
    return fluid == Fluid::kOilWater ? s * s / viscosity_ratio + (1.0 - s) * (1.0 - s) : 1.0;
  }
  template <class T>
  T water(T s) const {
    const T w = s * s;
    return is_tracer() ? s : w / (w + viscosity_ratio * (1.0 - s) * (1.0 - s));
  }
  /// df/ds
  template <class T>
  T slope(T s) const {
    const T sum = s * s + viscosity_ratio * (1.0 - s) * (1.0 - s);
    return is_tracer() ? T(1.0) : 2.0 * viscosity_ratio * s * (1.0 - s) / (sum * sum);
  }
  /// Saturation just behind a front that enters rock without water.       (Welge 1952)
  double front() const {
    return is_tracer() ? 1.0 : std::sqrt(viscosity_ratio / (1.0 + viscosity_ratio));
  }
  /// Saturation where x / t is \p speed, injected with 1 at x = 0 at unit velocity.
  double profile(double speed) const {
    if (speed >= slope(front())) {
      return speed > slope(front()) || is_tracer() ? 0.0 : front();
    }
    if (is_tracer()) {
      return 1.0;
    }
    double low = front();  // slope falls from there to 1
    double high = 1.0;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (slope(middle) > speed ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
};

}  // namespace evenkeel::kernels
