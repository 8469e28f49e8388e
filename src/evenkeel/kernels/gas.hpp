// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all kernels of the Euler equations share; a kernel adds its states and boundaries.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/scheme_params.hpp"
#include "evenkeel/solver/schemes/euler.hpp"
#include "evenkeel/solver/schemes/exact_riemann.hpp"
#include "evenkeel/solver/schemes/finite_volume.hpp"

namespace evenkeel::kernels {

/// The Euler equations as FiniteVolume wants them: no tables, the same flow everywhere.
template <int D>
struct GasModel {
  using Flow = solver::Euler<D>;
  Flow gas;

  static std::size_t table_doubles(const geometry::Box<D>&) { return 0; }
  Flow flow(const solver::Place<D>&, const geometry::Box<D>&, double, double*) const { return gas; }
};

}  // namespace evenkeel::kernels

// Compiled once, in gas.cpp.
extern template class evenkeel::solver::FiniteVolume<1, evenkeel::kernels::GasModel<1>>;
extern template class evenkeel::solver::FiniteVolume<2, evenkeel::kernels::GasModel<2>>;
extern template class evenkeel::solver::FiniteVolume<3, evenkeel::kernels::GasModel<3>>;

namespace evenkeel::kernels {

/// What flags and plots may have of gases.
inline constexpr std::array<std::string_view, 2> kDerivedOfGas{"pressure", "speed"};

/// One of them for a row of the states of \p flow; 0 within bodies, where there is no gas.
/// \param values  shape [components]
template <class Flow>
void derive_of_gas(const Flow& flow, std::size_t which, std::span<const double* const> values,
                   std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    typename Flow::template Values<double> u;
    for (std::size_t c = 0; c < u.size(); ++c) {
      u[c] = values[c][i];
    }
    if (!(u[Flow::kDensity] > 0.0)) {
      out[i] = 0.0;
      continue;
    }
    const auto w = flow.primitives(u);
    double square = 0.0;
    for (std::size_t axis = Flow::kMomentum; axis < Flow::kEnergy; ++axis) {
      square += w[axis] * w[axis];
    }
    out[i] = which == 0 ? w[Flow::kPressure] : std::sqrt(square);
  }
}

/// Sets ok[i] to 0 where cell i of a row of \p values has no density or no pressure. Pressure has
/// the sign of 2 rho E - |momentum|^2: no division, so that rows vectorise.
/// \param values  shape [components], stored as \p Flow has them
template <class Flow>
void check_row_of_gas(std::span<const double* const> values, std::span<std::uint8_t> ok) {
  const double* density = values[Flow::kDensity];
  const double* energy = values[Flow::kEnergy];
  for (std::size_t i = 0; i < ok.size(); ++i) {
    double square = 0.0;
    for (std::size_t axis = Flow::kMomentum; axis < Flow::kEnergy; ++axis) {
      square += values[axis][i] * values[axis][i];
    }
    const bool is_gas = density[i] > 0.0 && 2.0 * density[i] * energy[i] > square;
    ok[i] = is_gas ? ok[i] : std::uint8_t{0};
  }
}

/// What a kernel of an ideal gas is made with.
template <int D>
struct GasOptions {
  double gamma = 1.4;
  solver::SchemeOptions scheme;
  solver::Boundaries<D> boundaries{};
  solver::FlagRule flags{};
};

/// Gas with a tracer: everything but the case.
template <int D>
class Gas : public solver::FiniteVolume<D, GasModel<D>> {
 public:
  using Point = hierarchy::Point<D>;
  using Values = typename solver::Euler<D>::template Values<double>;  ///< \see Euler

  explicit Gas(const GasOptions<D>& options);

  std::span<const solver::Component> components() const override { return components_; }
  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place) const override;
  solver::Boundaries<D> boundaries() const override { return boundaries_; }
  double parity(int component, int axis) const override {
    return component == static_cast<int>(solver::Euler<D>::kMomentum) + axis ? -1.0 : 1.0;
  }
  void inflow(const Point& x, double time, std::span<double> values) const override;
  bool is_admissible(std::span<const double> values) const override;
  void check_row(std::span<const double* const> values, std::span<std::uint8_t> ok) const override;
  std::span<const std::string_view> derived() const override { return kDerivedOfGas; }
  void derive(std::size_t which, std::span<const double* const> values,
              std::span<double> out) const override;
  solver::FlagRule default_flags() const override { return flags_; }

 protected:
  /// Primitive values at one point at the start.
  virtual Values initial(const Point& x) const = 0;

  /// Points per axis and cell over which the initial values are averaged.
  virtual int samples(const Point& /*center*/, const Point& /*spacing*/) const { return 1; }

  /// Conserved values at the start, averaged over a cell.
  virtual Values average(const Point& center, const Point& spacing) const;

  /// Conserved form of primitive values.
  Values conserved(const Values& primitive) const { return gas().conserved(primitive); }

  /// Primitive values beyond an inflow boundary.
  virtual Values beyond(const Point& x, double /*time*/) const { return initial(x); }

  const solver::Euler<D>& gas() const { return this->model().gas; }

  /// Copies the conserved form of \p primitive to \p values.
  void put(const Values& primitive, std::span<double> values) const;

 private:
  std::vector<solver::Component> components_;
  solver::Boundaries<D> boundaries_;
  solver::FlagRule flags_;
};

/// The primitive values of a gas that moves along axis 0.
template <int D>
typename solver::Euler<D>::template Values<double> along_first_axis(const solver::GasState& gas,
                                                                    double tracer) {
  typename solver::Euler<D>::template Values<double> w{};
  w[solver::Euler<D>::kDensity] = gas.density;
  w[solver::Euler<D>::kMomentum] = gas.velocity;
  w[solver::Euler<D>::kPressure] = gas.pressure;
  w[solver::Euler<D>::kTracer] = tracer;
  return w;
}

/// Boundaries all of one kind.
template <int D>
solver::Boundaries<D> all_boundaries(solver::BoundaryKind kind) {
  solver::Boundaries<D> all;
  for (auto& axis : all) {
    axis.fill(kind);
  }
  return all;
}

}  // namespace evenkeel::kernels
