// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Exact solution of the Riemann problem of an ideal gas.
#pragma once

namespace evenkeel::solver {

/// Density, velocity and pressure of a gas in one dimension.
struct GasState {
  double density = 1.0;
  double velocity = 0.0;
  double pressure = 1.0;
};

/// Two constant states that meet at x = 0 at t = 0; the solution depends on x / t alone.
///
/// The pressure between the waves solves f(p, L) + f(p, R) + u_R - u_L = 0.   (Toro, section 4.3)
class ExactRiemann {
 public:
  /// What one side's wave does. A shock has head == tail.
  struct Wave {
    bool is_shock = false;
    double density = 0.0;  ///< between wave and contact
    double head = 0.0;     ///< speed of the edge that meets undisturbed gas
    double tail = 0.0;     ///< speed of the edge towards the contact
  };

  /// \pre densities and pressures > 0, and the states do not part so fast that a vacuum forms
  ExactRiemann(const GasState& left, const GasState& right, double gamma);

  double pressure() const { return pressure_; }  ///< between the waves
  double velocity() const { return velocity_; }  ///< of the contact
  const Wave& left() const { return left_wave_; }
  const Wave& right() const { return right_wave_; }

  /// State at x / t == \p speed.
  GasState at(double speed) const;

 private:
  double velocity_change(double pressure, const GasState& side) const;
  Wave wave(const GasState& side, double sign) const;
  GasState side_at(double speed, const GasState& side, const Wave& wave, double sign) const;

  GasState left_state_;
  GasState right_state_;
  double gamma_;
  double pressure_ = 0.0;
  double velocity_ = 0.0;
  Wave left_wave_;
  Wave right_wave_;
};

/// State behind a shock of Mach number \p mach that runs to the right into \p ahead at rest; its
/// speed is mach * c.                                            (Rankine-Hugoniot; Toro, eq. 3.57)
GasState behind_shock(double mach, const GasState& ahead, double gamma);

}  // namespace evenkeel::solver
