// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What kernels of two gases share: \see solver::TwoGas.
#pragma once

#include <vector>

#include "evenkeel/kernels/gas.hpp"
#include "evenkeel/solver/schemes/two_gas.hpp"

namespace evenkeel::kernels {

/// Two gases as FiniteVolume wants them.
template <int D>
struct TwoGasModel {
  using Flow = solver::TwoGas<D>;
  Flow gases;

  static std::size_t table_doubles(const geometry::Box<D>&) { return 0; }
  Flow flow(const solver::Place<D>&, const geometry::Box<D>&, double, double*) const {
    return gases;
  }
};

}  // namespace evenkeel::kernels

// Compiled once, in two_gas.cpp.
extern template class evenkeel::solver::FiniteVolume<2, evenkeel::kernels::TwoGasModel<2>>;
extern template class evenkeel::solver::FiniteVolume<3, evenkeel::kernels::TwoGasModel<3>>;

namespace evenkeel::kernels {

/// Two gases that mix: everything but the case.
template <int D>
class TwoGases : public solver::FiniteVolume<D, TwoGasModel<D>> {
 public:
  using Point = hierarchy::Point<D>;
  using Flow = solver::TwoGas<D>;
  using Values = typename Flow::template Values<double>;

  explicit TwoGases(const GasOptions<D>& options);

  std::span<const solver::Component> components() const override { return components_; }
  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place) const override;
  bool averages() const override { return false; }  // \see complete()
  solver::Boundaries<D> boundaries() const override { return boundaries_; }
  double parity(int component, int axis) const override {
    return component == static_cast<int>(Flow::kMomentum) + axis ? -1.0 : 1.0;
  }
  void inflow(const Point& x, double time, std::span<double> values) const override;
  bool is_admissible(std::span<const double> values) const override;
  void check_row(std::span<const double* const> values, std::span<std::uint8_t> ok) const override;
  std::span<const std::string_view> derived() const override { return kDerivedOfGas; }
  void derive(std::size_t which, std::span<const double* const> values,
              std::span<double> out) const override {
    derive_of_gas(Flow{}, which, values, out);
  }
  solver::FlagRule default_flags() const override { return flags_; }

 protected:
  /// Primitive values at one point at the start.
  virtual Values initial(const Point& x) const = 0;

  /// Points per axis and cell over which the initial values are averaged.
  virtual int samples(const Point& /*center*/, const Point& /*spacing*/) const { return 1; }

  /// Stored values at the start, averaged over a cell.
  virtual Values average(const Point& center, const Point& spacing) const;

  /// Stored form of primitive values.
  Values conserved(const Values& primitive) const { return Flow{}.conserved(primitive); }

  /// Primitive values beyond an inflow boundary.
  virtual Values beyond(const Point& x, double /*time*/) const { return initial(x); }

 private:
  bool complete(const solver::StageStep<D>& step) const override;

  std::vector<solver::Component> components_;
  solver::Boundaries<D> boundaries_;
  solver::FlagRule flags_;
};

/// The velocity of the contact between two gases.                            (Toro, section 4.2)
double contact_velocity(const solver::GasState& left, double left_gamma,
                        const solver::GasState& right, double right_gamma);

}  // namespace evenkeel::kernels
