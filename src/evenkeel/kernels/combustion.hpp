// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One reaction that turns fuel into heat, the faster the hotter.
#pragma once

#include <array>

#include "evenkeel/solver/schemes/exponential.hpp"
#include "evenkeel/solver/schemes/stiff_reaction.hpp"

namespace evenkeel::kernels {

/// Temperature T and fuel Y; T + Y never changes.   (Zeldovich, Frank-Kamenetskii; algorithms 7.7)
///   omega = Ze^2 / (2 Le) Y exp(-Ze (1 - T) / (1 - alpha (1 - T)))
struct Combustion {
  static constexpr std::size_t kValues = 2;
  static constexpr double kCold = -0.05;      ///< below that the law of the rate has no meaning
  static constexpr double kTolerance = 1e-7;  ///< of the temperature in a sub-step
  double zeldovich = 8.0;
  double heat_release = 0.85;
  double lewis = 1.0;

  /// omega, and how it changes with temperature, where \p left is the fuel.
  template <class T>
  solver::Rate<T> omega(T temperature, T left) const {
    using solver::multiply_add;
    const T missing = 1.0 - temperature;
    const T inverse = 1.0 / multiply_add(T(-heat_release), missing, T(1.0));
    const T heat =
        0.5 * zeldovich * zeldovich / lewis * solver::exponential(-zeldovich * missing * inverse);
    const T steepness = zeldovich * (inverse * inverse);
    return {heat * left, heat * multiply_add(left, steepness, T(-1.0))};
  }

  double rate(const std::array<double, 2>& values) const {
    const auto [temperature, fuel] = values;
    return fuel > 0.0 && temperature > kCold ? omega(temperature, fuel).rate : 0.0;
  }

  template <class T>
  static auto reacts(const std::array<T, 2>& values) {
    return (values[1] > T(0.0)) & (values[0] > T(kCold));
  }
  template <class T>
  static T kept(const std::array<T, 2>& values) {
    return values[0] + values[1];
  }
  template <class T>
  static solver::Range<T> range(const std::array<T, 2>& values) {
    return {values[0], kept(values)};
  }
  template <class T>
  solver::Rate<T> rate(T temperature, T all) const {
    return omega(temperature, all - temperature);
  }
  template <class T>
  static void settle(std::array<T, 2>& values, T temperature) {
    values[1] -= temperature - values[0];
    values[0] = temperature;
  }
};

}  // namespace evenkeel::kernels
