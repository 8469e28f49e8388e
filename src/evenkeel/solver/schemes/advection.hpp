// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Transport of a scalar by a given wind whose components are products of functions of one axis.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Flow of u_t + div(a u) = 0 for Muscl, upwind at faces.
///
/// A Wind has factor(axis, along, x, spacing): component \p axis of the wind is the product of its
/// factors over \p along, at the face where along == axis, averaged over the cell elsewhere; and
/// strength(axis, time), which multiplies it and never exceeds 1 in size. Factors are tabulated per
/// patch with vector code: a row of lanes along axis 0, scalars along the others.
template <int D, class Wind>
class Advection {
 public:
  static constexpr std::size_t kValues = 1;
  static constexpr int kSensor = -1;
  static constexpr std::array<std::size_t, 1> kPositive{0};  ///< what is carried is an amount

  template <class T>
  using Values = std::array<T, kValues>;

  /// Doubles the tables of a box take.
  static std::size_t table_doubles(const geometry::Box<D>& box) {
    std::int64_t doubles = 0;
    for (std::size_t along = 0; along < D; ++along) {
      doubles += D * length_of(box, along);
    }
    return static_cast<std::size_t>(doubles);
  }

  /// \param tables  shape [table_doubles(box)]; must outlive this
  Advection(const Wind& wind, const Place<D>& place, const geometry::Box<D>& box, double time,
            double* tables) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      strength_[axis] = wind.strength(static_cast<int>(axis), time);
      for (std::size_t along = 0; along < D; ++along) {
        factor_[axis][along] = tables + kBefore;
        const double h = place.spacing[along];
        const double offset = along == axis ? 0.0 : 0.5;
        for (std::int64_t i = 0; i < length_of(box, along); i += kLanes) {
          const double first = static_cast<double>(box.lo[along] + i - kBefore) + offset;
          const Lanes x = place.origin[along] + (first + lane_numbers()) * h;
          store(tables + i, wind.factor(static_cast<int>(axis), static_cast<int>(along), x, h));
        }
        tables += length_of(box, along);
      }
    }
  }

  template <class T>
  Values<T> primitives(const Values<T>& u) const {
    return u;
  }

  /// What follows is asked about cells of \p row. \see Site
  void enter_row(const std::array<int, 2>& row) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      for (int after = 0; after < 2; ++after) {
        double& factor = row_factor_[axis][static_cast<std::size_t>(after)];
        factor = 1.0;
        for (std::size_t along = 1; along < D; ++along) {
          factor *= factor_[axis][along][row[along - 1] + (along == axis ? after : 0)];
        }
      }
    }
  }

  /// sum over axes of the faster face's |a_d| / h_d at full strength. [1/time]
  Lanes rate(const Values<Lanes>&, const std::array<double, D>& inverse_spacing,
             const Site& site) const {
    Lanes sum = 0.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const Lanes lower = abs(wind(axis, site, 0));
      sum += max(lower, abs(wind(axis, site, 1))) * inverse_spacing[axis];
    }
    return sum;
  }

  Values<Lanes> half_step(const Values<Lanes>&, const std::array<Values<Lanes>, D>& rise,
                          const std::array<double, D>& scale, const Site& site) const {
    Lanes change = 0.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const Lanes centre = 0.5 * (wind(axis, site, 0) + wind(axis, site, 1));
      change -= centre * (strength_[axis] * scale[axis]) * rise[axis][0];
    }
    return {change};
  }

  template <std::size_t Axis>
  Lanes speeds(const Values<Lanes>&, const Values<Lanes>&, const Site& site) const {
    return strength_[Axis] * wind(Axis, site, 0);
  }

  template <std::size_t Axis, class Side>
  Values<Lanes> flux(const Side& left, const Side& right, Lanes speed, Mask) const {
    return {speed * select(speed > Lanes(0.0), left[0], right[0])};
  }

 private:
  static constexpr std::int64_t kBefore = 1;  ///< entries before the first cell

  static std::int64_t length_of(const geometry::Box<D>& box, std::size_t along) {
    constexpr std::int64_t kOver = kBefore + 2 + kRowPadding;
    return (box.side(along) + kOver + kRowPadding - 1) / kRowPadding * kRowPadding;
  }

  /// Wind normal to the face \p after faces above the cells' lower ones along \p axis.
  Lanes wind(std::size_t axis, const Site& site, int after) const {
    return load(factor_[axis][0] + site.cell + (axis == 0 ? after : 0)) *
           row_factor_[axis][static_cast<std::size_t>(after)];
  }

  std::array<double, D> strength_{};
  std::array<std::array<double, 2>, D> row_factor_{};  ///< of the row entered
  std::array<std::array<const double*, D>, D> factor_{};
};

}  // namespace evenkeel::solver
