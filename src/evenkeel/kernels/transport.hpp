// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all kernels that carry a scalar by a given wind share.
#pragma once

#include <memory>
#include <vector>

#include "evenkeel/kernels/application_registry.hpp"
#include "evenkeel/kernels/scheme_params.hpp"
#include "evenkeel/solver/schemes/advection.hpp"
#include "evenkeel/solver/schemes/finite_volume.hpp"

namespace evenkeel::kernels {

/// Transport by a \p Wind as FiniteVolume wants it. \see Advection
template <int D, class Wind>
struct TransportModel {
  using Flow = solver::Advection<D, Wind>;
  Wind wind;

  static std::size_t table_doubles(const geometry::Box<D>& box) { return Flow::table_doubles(box); }
  Flow flow(const solver::Place<D>& place, const geometry::Box<D>& box, double time,
            double* tables) const {
    return Flow(wind, place, box, time, tables);
  }
};

/// u_t + div(a u) = 0; a kernel adds its wind and its start.
template <int D, class Wind>
class Transport : public solver::FiniteVolume<D, TransportModel<D, Wind>> {
 public:
  using Point = hierarchy::Point<D>;

  Transport(const Wind& wind, const solver::SchemeOptions& scheme, const solver::FlagRule& flags)
      : solver::FiniteVolume<D, TransportModel<D, Wind>>({wind}, scheme), flags_(flags) {}

  std::span<const solver::Component> components() const override { return components_; }
  bool checks_values() const override { return false; }
  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place) const override {
    storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        state(0, cell) = initial(place.center(cell), place.spacing);
      }
    });
  }
  solver::Boundaries<D> boundaries() const override {
    solver::Boundaries<D> periodic;
    periodic.fill({solver::BoundaryKind::kPeriodic, solver::BoundaryKind::kPeriodic});
    return periodic;
  }
  solver::FlagRule default_flags() const override { return flags_; }

 protected:
  /// Average over the cell at the start.
  virtual double initial(const Point& center, const Point& spacing) const = 0;

 private:
  std::vector<solver::Component> components_{{"u"}};
  solver::FlagRule flags_;
};

}  // namespace evenkeel::kernels
