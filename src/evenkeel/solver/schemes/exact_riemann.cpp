// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Star pressure by bisection, waves by their jump conditions.
#include "evenkeel/solver/schemes/exact_riemann.hpp"

#include <algorithm>
#include <cmath>

#include "evenkeel/core/error.hpp"

namespace evenkeel::solver {
namespace {

double sound(const GasState& gas, double gamma) {
  return std::sqrt(gamma * gas.pressure / gas.density);
}

}  // namespace

ExactRiemann::ExactRiemann(const GasState& left, const GasState& right, double gamma)
    : left_state_(left), right_state_(right), gamma_(gamma) {
  const auto excess = [&](double pressure) {
    return velocity_change(pressure, left) + velocity_change(pressure, right) + right.velocity -
           left.velocity;
  };
  EVENKEEL_EXPECT(std::min({left.density, left.pressure, right.density, right.pressure}) > 0.0);
  EVENKEEL_EXPECT(excess(0.0) < 0.0);  // else there is a vacuum
  double low = 0.0;
  double high = std::max(left.pressure, right.pressure);
  while (excess(high) < 0.0) {
    high *= 2.0;
  }
  for (double middle = 0.5 * high; middle > low && middle < high; middle = 0.5 * (low + high)) {
    (excess(middle) < 0.0 ? low : high) = middle;
  }
  pressure_ = 0.5 * (low + high);
  velocity_ = 0.5 * (left.velocity + right.velocity + velocity_change(pressure_, right) -
                     velocity_change(pressure_, left));
  left_wave_ = wave(left, -1.0);
  right_wave_ = wave(right, 1.0);
}

double ExactRiemann::velocity_change(double pressure, const GasState& side) const {
  if (pressure > side.pressure) {
    const double a = 2.0 / ((gamma_ + 1.0) * side.density);
    const double b = (gamma_ - 1.0) / (gamma_ + 1.0) * side.pressure;
    return (pressure - side.pressure) * std::sqrt(a / (pressure + b));
  }
  const double power = (gamma_ - 1.0) / (2.0 * gamma_);
  return 2.0 * sound(side, gamma_) / (gamma_ - 1.0) *
         (std::pow(pressure / side.pressure, power) - 1.0);
}

ExactRiemann::Wave ExactRiemann::wave(const GasState& side, double sign) const {
  const double ratio = pressure_ / side.pressure;
  const double c = sound(side, gamma_);
  Wave wave;
  wave.is_shock = ratio > 1.0;
  if (wave.is_shock) {
    const double a = (gamma_ - 1.0) / (gamma_ + 1.0);
    wave.density = side.density * (ratio + a) / (a * ratio + 1.0);
    const double mach =
        std::sqrt((gamma_ + 1.0) / (2.0 * gamma_) * ratio + (gamma_ - 1.0) / (2.0 * gamma_));
    wave.head = wave.tail = side.velocity + sign * c * mach;
  } else {
    wave.density = side.density * std::pow(ratio, 1.0 / gamma_);
    wave.head = side.velocity + sign * c;
    wave.tail = velocity_ + sign * c * std::pow(ratio, (gamma_ - 1.0) / (2.0 * gamma_));
  }
  return wave;
}

GasState ExactRiemann::at(double speed) const {
  return speed < velocity_ ? side_at(speed, left_state_, left_wave_, -1.0)
                           : side_at(speed, right_state_, right_wave_, 1.0);
}

GasState ExactRiemann::side_at(double speed, const GasState& side, const Wave& wave,
                               double sign) const {
  if (sign * speed >= sign * wave.head) {
    return side;
  }
  if (sign * speed <= sign * wave.tail) {
    return {wave.density, velocity_, pressure_};
  }
  // Inside a rarefaction (Toro, eq. 4.56 and 4.63).
  const double c = sound(side, gamma_);
  const double scaled =
      2.0 / (gamma_ + 1.0) - sign * (gamma_ - 1.0) / ((gamma_ + 1.0) * c) * (side.velocity - speed);
  const double base = std::pow(scaled, 2.0 / (gamma_ - 1.0));
  return {side.density * base,
          2.0 / (gamma_ + 1.0) * (-sign * c + 0.5 * (gamma_ - 1.0) * side.velocity + speed),
          side.pressure * std::pow(base, gamma_)};
}

GasState behind_shock(double mach, const GasState& ahead, double gamma) {
  const double square = mach * mach;
  const double density_ratio = (gamma + 1.0) * square / ((gamma - 1.0) * square + 2.0);
  const double pressure_ratio = 1.0 + 2.0 * gamma / (gamma + 1.0) * (square - 1.0);
  return {ahead.density * density_ratio,
          ahead.velocity + mach * sound(ahead, gamma) * (1.0 - 1.0 / density_ratio),
          ahead.pressure * pressure_ratio};
}

}  // namespace evenkeel::solver
