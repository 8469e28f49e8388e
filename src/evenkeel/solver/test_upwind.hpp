// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The smallest application: first-order upwind advection, for tests of what surrounds a scheme.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "evenkeel/solver/application.hpp"

namespace evenkeel::solver {

/// u_t + a(t) . grad u = 0, all components alike, one Euler stage or the two stages of Heun.
template <int D>
class Upwind : public Application<D> {
 public:
  struct Options {
    int components = 1;
    bool conserved = true;
    int stages = 1;  ///< 1 or 2
    std::function<hierarchy::Point<D>(double time)> velocity = [](double) {
      hierarchy::Point<D> one;
      one.fill(1.0);
      return one;
    };
    std::function<double(const hierarchy::Point<D>& x, int component)> initial =
        [](const hierarchy::Point<D>&, int) { return 1.0; };
    /// What inflow boundaries and exact() give for all components, where it is set.
    std::function<double(const hierarchy::Point<D>& x, double time)> exact = nullptr;
    FlagRule flags{};
    BoundaryKind boundary = BoundaryKind::kPeriodic;
    double courant_limit = 1.0;
  };

  explicit Upwind(Options options = {}) : options_(std::move(options)) {
    for (int c = 0; c < options_.components; ++c) {
      components_.push_back({"u" + std::to_string(c), options_.conserved});
    }
  }

  std::span<const Component> components() const override { return components_; }
  int ghosts() const override { return 1; }
  int stages() const override { return options_.stages; }
  double stage_time(int stage) const override { return stage; }
  bool keeps_old() const override { return options_.stages > 1; }
  double courant_limit() const override { return options_.courant_limit; }
  FlagRule default_flags() const override { return options_.flags; }
  bool checks_values() const override { return false; }

  Boundaries<D> boundaries() const override {
    Boundaries<D> all;
    all.fill({options_.boundary, options_.boundary});
    return all;
  }

  bool exact(const hierarchy::Point<D>& center, const hierarchy::Point<D>&, double time,
             std::span<double> values) const override {
    if (options_.exact) {
      std::ranges::fill(values, options_.exact(center, time));
    }
    return options_.exact != nullptr;
  }

  void inflow(const hierarchy::Point<D>& x, double time, std::span<double> values) const override {
    exact(x, {}, time, values);
  }

  void initialise(const storage::View<D>& state, const geometry::Box<D>& box,
                  const Place<D>& place) const override {
    for_each_cell(box, [&](const geometry::Index<D>& cell) {
      for (int c = 0; c < state.components; ++c) {
        state(c, cell) = options_.initial(place.center(cell), c);
      }
    });
  }

  double rate(const storage::View<D>&, const geometry::Box<D>&,
              const Place<D>& place) const override {
    return rate_at(place, 0.0);
  }

  double advance(const StageStep<D>& step, Scratch& scratch) const override {
    const std::int64_t cells = step.box.volume();
    double* change = scratch.take(
        static_cast<std::size_t>(step.state.components * (cells + step.box.side(0) + 1)));
    std::fill_n(change, step.state.components * cells, 0.0);
    double* flux = change + step.state.components * cells;
    storage::View<D> delta{change, step.box, {}, cells, step.state.components};
    delta.stride[0] = 1;
    for (std::size_t d = 1; d < D; ++d) {
      delta.stride[d] = delta.stride[d - 1] * step.box.side(d - 1);
    }
    for (std::size_t d = 0; d < D; ++d) {
      add_fluxes(step, d, delta, flux);
    }
    for_each_cell(step.box, [&](const geometry::Index<D>& cell) {
      for (int c = 0; c < step.state.components; ++c) {
        double& u = step.state(c, cell);
        u += delta(c, cell);
        if (step.stage == 1) {
          u = 0.5 * (step.old(c, cell) + u);
        }
      }
    });
    return rate_at(step.place, step.time);
  }

 private:
  template <class Fn>
  static void for_each_cell(const geometry::Box<D>& box, const Fn& fn) {
    storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        fn(cell);
      }
    });
  }

  double rate_at(const Place<D>& place, double time) const {
    const hierarchy::Point<D> a = options_.velocity(time);
    double sum = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      sum += std::abs(a[d]) / place.spacing[d];
    }
    return sum;
  }

  void add_fluxes(const StageStep<D>& step, std::size_t axis, const storage::View<D>& delta,
                  double* flux) const {
    const double a = options_.velocity(step.time)[axis];
    const double scale = step.dt / step.place.spacing[axis];
    geometry::Box<D> faces = step.box;
    ++faces.hi[axis];
    storage::for_each_row(faces, [&](const geometry::Index<D>& first, std::int32_t count) {
      std::vector<const double*> rows;
      for (int c = 0; c < step.state.components; ++c) {
        double* row = flux + c * (step.box.side(0) + 1);
        rows.push_back(row);
        for (std::int32_t i = 0; i < count; ++i) {
          geometry::Index<D> cell = first;
          cell[0] += i;
          geometry::Index<D> below = cell;
          --below[axis];
          row[i] = a * step.state(c, a > 0.0 ? below : cell);
          if (step.box.contains(below)) {
            delta(c, below) -= scale * row[i];
          }
          if (step.box.contains(cell)) {
            delta(c, cell) += scale * row[i];
          }
        }
      }
      for (const hierarchy::FluxRecorder<D>* recorder : step.recorders) {
        if (recorder != nullptr) {
          recorder->record(static_cast<int>(axis), first, count, rows, step.dt / options_.stages);
        }
      }
    });
  }

  Options options_;
  std::vector<Component> components_;
};

}  // namespace evenkeel::solver
