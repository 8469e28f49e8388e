// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What all kernels of waves share.
#pragma once

#include <algorithm>
#include <numbers>
#include <vector>

#include "evenkeel/kernels/scene_checks.hpp"
#include "evenkeel/solver/schemes/point_scheme.hpp"
#include "evenkeel/solver/schemes/wave_equation.hpp"

namespace evenkeel::kernels {

/// Fields u that obey the wave equation, with their rates u_t behind them; a kernel adds names and
/// what the fields are at the start.
template <int D>
class WaveKernel : public solver::PointScheme<D, solver::WaveEquation<D>> {
 public:
  using Equation = solver::WaveEquation<D>;
  using Point = hierarchy::Point<D>;

  /// \param names  of the fields, as many as the equation has
  WaveKernel(const Equation& equation, const std::vector<std::string>& names, bool is_periodic)
      : solver::PointScheme<D, Equation>(equation), is_periodic_(is_periodic) {
    for (const std::string& name : names) {
      components_.push_back({name, false});
    }
    for (const std::string& name : names) {
      components_.push_back({name + "_t", false});
    }
  }

  std::span<const solver::Component> components() const override { return components_; }

  solver::FlagRule default_flags() const override {
    return {.threshold = {0.05}, .components = this->system().fields()};
  }

  solver::Boundaries<D> boundaries() const override {
    const auto kind =
        is_periodic_ ? solver::BoundaryKind::kPeriodic : solver::BoundaryKind::kOutgoing;
    solver::Boundaries<D> all;
    all.fill({kind, kind});
    return all;
  }

  solver::Outgoing outgoing(int component) const override {
    const int fields = this->system().fields();
    return component < fields ? solver::Outgoing{component + fields, this->system().speed()}
                              : solver::Outgoing{};
  }

  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place) const override {
    std::vector<double> values(components_.size());
    storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        start(place.center(cell), values);
        for (std::size_t c = 0; c < values.size(); ++c) {
          state(static_cast<int>(c), cell) = values[c];
        }
      }
    });
  }

 protected:
  /// Values at time 0. \param values  shape [components], to be set
  virtual void start(const Point& x, std::span<double> values) const = 0;

  bool is_periodic() const { return is_periodic_; }

  static bool is_all_periodic(const solver::Scene<D>& scene) {
    return std::ranges::all_of(scene.boundaries, [](const auto& sides) {
      return sides[0] == solver::BoundaryKind::kPeriodic;
    });
  }

  /// \throws InputError unless whole waves fit between sides that are periodic
  static void require_whole_waves(const solver::Scene<D>& scene, const Point& wave_vector) {
    for (std::size_t d = 0; d < D; ++d) {
      const double width = scene.mesh.upper[d] - scene.mesh.lower[d];
      const double waves = wave_vector[d] / (2.0 * std::numbers::pi);
      if (scene.boundaries[d][0] == solver::BoundaryKind::kPeriodic && !is_whole(waves * width)) {
        throw InputError(fmt::format(
            "kernel.waves_{} is {:g}, must be a whole number over the width {:g} of the domain, "
            "which is periodic along axis {}",
            "xyz"[d], waves, width, d));
      }
    }
  }

 private:
  std::vector<solver::Component> components_;
  bool is_periodic_;
};

}  // namespace evenkeel::kernels
