// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The wave equation in central differences of fourth order, for PointScheme.
#pragma once

#include <array>
#include <cmath>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// u_t = v, v_t = c^2 Laplacian u for a number of fields that do not know of each other.
///
/// Per axis (-u_-2 + 16 u_-1 - 30 u + 16 u_+1 - u_+2) / (12 h^2). Ripples of one or two cells can
/// be damped by the sixth difference of either value,
///     + eps c / (64 h) (u_-3 - 6 u_-2 + 15 u_-1 - 20 u + 15 u_+1 - 6 u_+2 + u_+3)
/// of order h^5.                                                        (Kreiss and Oliger 1973)
template <int D>
class WaveEquation {
 public:
  using Spacing = hierarchy::Point<D>;

  /// On one level.
  struct Equations {
    static constexpr std::size_t kValues = 2;  ///< u, v
    int fields;
    int reach;
    int spread;                                            ///< values of which neighbours are read
    std::array<double, static_cast<std::size_t>(D)> near;  ///< weight of neighbours [1/time^2]
    double centre;                                         ///< [1/time^2]
    std::array<double, static_cast<std::size_t>(D)> damping;  ///< [1/time]

    /// Cost: 6 D + 1 additions and multiplications; 16 D more where ripples are damped.
    /// Ripples are damped where both values spread.
    template <std::size_t kSpread, class Neighbours>
    std::array<Lanes, kValues> derivative(const Neighbours& u) const {
      std::array<Lanes, kValues> change{u.centre(1), centre * u.centre(0)};
      for (std::size_t d = 0; d < D; ++d) {
        const Lanes first = u(0, d, -1) + u(0, d, 1);
        const Lanes second = u(0, d, -2) + u(0, d, 2);
        change[1] += near[d] * (16.0 * first - second);
      }
      if (kSpread == kValues) {
        change[0] += ripples(u, 0);
        change[1] += ripples(u, 1);
      }
      return change;
    }

   private:
    template <class Neighbours>
    Lanes ripples(const Neighbours& u, std::size_t value) const {
      Lanes sum = 0.0;
      for (std::size_t d = 0; d < D; ++d) {
        const Lanes first = u(value, d, -1) + u(value, d, 1);
        const Lanes second = u(value, d, -2) + u(value, d, 2);
        const Lanes third = u(value, d, -3) + u(value, d, 3);
        sum += damping[d] * (third - 6.0 * second + 15.0 * first - 20.0 * u.centre(value));
      }
      return sum;
    }
  };

  /// \param speed        [length/time] > 0
  /// \param dissipation  eps above, in [0, 0.5]; 0: none
  WaveEquation(double speed, double dissipation, int fields)
      : speed_(speed), dissipation_(dissipation), fields_(fields) {}

  double speed() const { return speed_; }
  int fields() const { return fields_; }
  double dissipation() const { return dissipation_; }
  int reach() const { return dissipation_ > 0.0 ? 3 : 2; }
  /// Neighbours of v are read only to damp it.
  int stage_components() const { return dissipation_ > 0.0 ? 2 * fields_ : fields_; }

  /// du/dx along an axis, of fourth order.
  static double slope(const storage::View<D>& state, int component, geometry::Index<D> cell,
                      std::size_t axis, double h) {
    const std::int64_t step = state.stride[axis];
    const double* const u = state.row(component, cell);
    return (8.0 * (u[step] - u[-step]) - (u[2 * step] - u[-2 * step])) / (12.0 * h);
  }

  /// (v^2 + c^2 |grad u|^2) / 2 of one field at a cell.
  double energy(const storage::View<D>& state, int field, const geometry::Index<D>& cell,
                const Spacing& spacing) const {
    const double v = state(field + fields_, cell);
    double sum = v * v;
    for (std::size_t d = 0; d < D; ++d) {
      const double along = speed_ * slope(state, field, cell, d, spacing[d]);
      sum += along * along;
    }
    return 0.5 * sum;
  }

  /// Of the fourth-order Runge-Kutta method with these differences: sqrt(8) / sqrt(16/3) in one
  /// dimension is 1.22, and more in others; dissipation up to 0.5 does not lower it.
  double courant_limit() const { return 1.2; }

  double rate(const Spacing& spacing) const {
    double sum = 0.0;
    for (const double h : spacing) {
      sum += speed_ / h;
    }
    return sum;
  }

  Equations equations(const Spacing& spacing) const {
    Equations level{fields_, reach(), stage_components() / fields_, {}, 0.0, {}};
    for (std::size_t d = 0; d < D; ++d) {
      level.near[d] = speed_ * speed_ / (12.0 * spacing[d] * spacing[d]);
      level.centre -= 30.0 * level.near[d];
      level.damping[d] = dissipation_ * speed_ / (64.0 * spacing[d]);
    }
    return level;
  }

 private:
  double speed_;
  double dissipation_;
  int fields_;
};

}  // namespace evenkeel::solver
