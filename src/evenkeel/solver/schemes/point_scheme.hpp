// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Applications whose values are those at cell centres and obey linear equations, advanced by a
/// Runge-Kutta method of fourth order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// What a row of cells reads and writes. Addresses are those of the row's first cell.
template <int D, std::size_t kValues>
struct PointRow {
  std::array<const double*, kValues> state{};
  std::array<std::int64_t, static_cast<std::size_t>(D)> stride{};  ///< of state
  std::array<double*, kValues> old{};   ///< at the start of the step; null: not to be kept
  std::array<double*, kValues> next{};  ///< the values of the next stage, or of the step's end
  int count = 0;
};

/// Values around a register of cells: around(value, axis, offset) is that of the cells \p offset
/// further along \p axis. The last register of a row has \p count cells.
template <int D, std::size_t kValues, bool kIsWhole>
struct PointNeighbours {
  const PointRow<D, kValues>& row;
  int cell = 0;
  int count = kLanes;

  Lanes operator()(std::size_t value, std::size_t axis, int offset) const {
    return read(row.state[value] + offset * row.stride[axis]);
  }
  Lanes centre(std::size_t value) const { return read(row.state[value]); }

  Lanes read(const double* first) const {
    if constexpr (kIsWhole) {
      return load(first + cell);
    }
    return load_first(first + cell, count);
  }
  void write(double* first, Lanes values) const {
    if constexpr (kIsWhole) {
      store(first + cell, values);
    } else {
      store_first(first + cell, values, count);
    }
  }
};

/// One stage of a step of the linear equations dy/dt = A y on one patch:
///
///     y_0 = y,  y_s+1 = y + dt/(4 - s) A y_s,  y' = y_4      (Jameson, Schmidt and Turkel 1981)
///
/// So y' = sum over k <= 4 of (dt A)^k y / k!, as every method of four stages and fourth order has
/// it, Kutta's (1901) too; this one needs no register but the values at the start.
///
/// One sweep: a row's derivative and the next stage's values come from one pass over the row. New
/// values wait in a ring of planes until no row reads the old ones any more.
/// Cost: per cell and value 2 operations a stage beside those of the derivative, and 104 bytes a
/// step to and from memory where patches exceed the caches, which then is the limit.
///
/// \p Equations, those of one level, have
///   kValues                  that are coupled; copies of them ("fields") are independent
///   fields                   how many; value v of field f is component f + v * fields
///   reach                    cells that the derivative of a cell reads around it
///   derivative(neighbours)   [value/time] of kValues values
template <int D, class Equations>
class LinearRungeKutta {
 public:
  static constexpr std::size_t kValues = Equations::kValues;

  static std::size_t scratch_doubles(const Equations& equations, const geometry::Box<D>& box) {
    return static_cast<std::size_t>((equations.reach + 1) * plane_doubles(box));
  }

  /// \param scratch  shape [scratch_doubles()]
  LinearRungeKutta(const Equations& equations, const StageStep<D>& step, double* scratch)
      : equations_(equations),
        step_(step),
        ring_(scratch),
        planes_(equations.reach + 1),
        plane_(plane_doubles(step.box)),
        pitch_(pitch(step.box)) {}

  void run() {
    constexpr std::array<void (LinearRungeKutta::*)(const Row&) const, 4> kStages = {
        &LinearRungeKutta::advance_row<0>, &LinearRungeKutta::advance_row<1>,
        &LinearRungeKutta::advance_row<2>, &LinearRungeKutta::advance_row<3>};
    const auto advance = kStages[static_cast<std::size_t>(step_.stage)];
    for (int field = 0; field < equations_.fields; ++field) {
      const First first = first_of(field);
      const int last = planes();
      for (int plane = 0; plane < last; ++plane) {
        for (int row = 0; row < rows(); ++row) {
          (this->*advance)(row_at(first, row, plane));
        }
        if (plane >= equations_.reach) {
          flush(first, plane - equations_.reach);
        }
      }
      for (int plane = std::max(0, last - equations_.reach); plane < last; ++plane) {
        flush(first, plane);
      }
    }
  }

 private:
  using Row = PointRow<D, kValues>;
  static constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;

  static std::int64_t pitch(const geometry::Box<D>& box) {
    return (box.side(0) + kRowPadding - 1) / kRowPadding * kRowPadding;
  }
  static std::int64_t plane_doubles(const geometry::Box<D>& box) {
    return pitch(box) * static_cast<std::int64_t>(kValues) * (D == 3 ? box.side(1) : 1);
  }

  /// Slices along the last axis; the only row in one dimension.
  int planes() const { return D == 1 ? 1 : step_.box.side(kLast); }
  int rows() const { return D == 3 ? step_.box.side(1) : 1; }  ///< of a plane

  /// Where the values of a field begin.
  struct First {
    std::array<double*, kValues> state;
    std::array<double*, kValues> old{};
  };
  First first_of(int field) const {
    First first;
    for (std::size_t v = 0; v < kValues; ++v) {
      first.state[v] = step_.state.row(component(field, v), step_.box.lo);
      if (!old().is_empty()) {
        first.old[v] = old().row(component(field, v), step_.box.lo);
      }
    }
    return first;
  }
  /// The values at the start of the step, which the first stage keeps.
  const storage::View<D>& old() const { return step_.stage == 0 ? step_.saved : step_.old; }

  static std::int64_t row_offset(const storage::View<D>& view, int row, int plane) {
    return (D == 1 ? 0 : plane * view.stride[kLast]) + (D == 3 ? row * view.stride[1] : 0);
  }

  int component(int field, std::size_t value) const {
    return field + static_cast<int>(value) * equations_.fields;
  }

  double* ring_row(int plane, int row, std::size_t value) const {
    const std::int64_t rows =
        row * static_cast<std::int64_t>(kValues) + static_cast<std::int64_t>(value);
    return ring_ + (plane % planes_) * plane_ + rows * pitch_;
  }

  Row row_at(const First& first, int row, int plane) const {
    Row at;
    at.stride = step_.state.stride;
    at.count = step_.box.side(0);
    const std::int64_t state = row_offset(step_.state, row, plane);
    const std::int64_t start = row_offset(old(), row, plane);
    for (std::size_t v = 0; v < kValues; ++v) {
      at.state[v] = first.state[v] + state;
      at.next[v] = ring_row(plane, row, v);
      if (first.old[v] != nullptr) {
        at.old[v] = first.old[v] + start;
      }
    }
    return at;
  }

  template <int kStage>
  void advance_row(const Row& row) const {
    int cell = 0;
    for (; cell + kLanes <= row.count; cell += kLanes) {
      advance_cells<kStage>(PointNeighbours<D, kValues, true>{row, cell});
    }
    if (cell < row.count) {
      advance_cells<kStage>(PointNeighbours<D, kValues, false>{row, cell, row.count - cell});
    }
  }

  template <int kStage, class Neighbours>
  void advance_cells(const Neighbours& at) const {
    const std::array<Lanes, kValues> change = equations_.derivative(at);
    const double part = step_.dt / (4 - kStage);
    for (std::size_t v = 0; v < kValues; ++v) {
      const Lanes start = kStage == 0 ? at.centre(v) : at.read(at.row.old[v]);
      at.write(at.row.next[v], start + part * change[v]);
      if (kStage == 0 && at.row.old[v] != nullptr) {
        at.write(at.row.old[v], start);
      }
    }
  }

  void flush(const First& first, int plane) const {
    const int count = step_.box.side(0);
    for (int row = 0; row < rows(); ++row) {
      for (std::size_t v = 0; v < kValues; ++v) {
        const double* const from = ring_row(plane, row, v);
        double* const to = first.state[v] + row_offset(step_.state, row, plane);
        for (int i = 0; i < count; i += kLanes) {
          store_first(to + i, load(from + i), count - i);
        }
      }
    }
  }

  const Equations& equations_;
  const StageStep<D>& step_;
  double* ring_;
  int planes_;          ///< in the ring
  std::int64_t plane_;  ///< [doubles]
  std::int64_t pitch_;  ///< [doubles] of a row of one value
};

/// The part of an Application that is loops. A \p System has
///   Equations            \see LinearRungeKutta
///   equations(spacing)   those of a level
///   reach()              as theirs
///   stage_components()   those of which the equations read neighbours, from the first on
///   rate(spacing)        [1/time] signal rate, the same everywhere
///   courant_limit()      dt * rate up to which a step is stable
template <int D, class System>
class PointScheme : public Application<D> {
 public:
  explicit PointScheme(const System& system) : system_(system) {}

  Transfer transfer() const override { return Transfer::kPointValue; }
  int ghosts() const override { return system_.reach(); }
  int stages() const override { return 4; }
  int stage_components() const override { return system_.stage_components(); }
  int stage_axes() const override { return 1; }
  double stage_time(int stage) const override { return stage == 0 ? 0.0 : 1.0 / (5 - stage); }
  /// Of the linear equation u_t = A u: the stages are not Taylor's.
  std::array<double, 3> stage_expansion(int stage) const override {
    constexpr std::array<std::array<double, 3>, 4> kStages = {{{0.0, 0.0, 0.0},
                                                               {1.0 / 4.0, 0.0, 0.0},
                                                               {1.0 / 3.0, 1.0 / 12.0, 0.0},
                                                               {1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0}}};
    return kStages[static_cast<std::size_t>(stage)];
  }
  int time_order() const override { return 4; }
  bool keeps_old() const override { return true; }
  bool saves() const override { return true; }
  bool checks_values() const override { return false; }
  double courant_limit() const override { return system_.courant_limit(); }

  double advance(const StageStep<D>& step, Scratch& scratch) const override {
    using Sweep = LinearRungeKutta<D, typename System::Equations>;
    const auto equations = system_.equations(step.place.spacing);
    Sweep(equations, step, scratch.take(Sweep::scratch_doubles(equations, step.box))).run();
    return system_.rate(step.place.spacing);
  }

  double rate(const storage::View<D>&, const geometry::Box<D>&,
              const Place<D>& place) const override {
    return system_.rate(place.spacing);
  }

 protected:
  const System& system() const { return system_; }

 private:
  System system_;
};

}  // namespace evenkeel::solver
