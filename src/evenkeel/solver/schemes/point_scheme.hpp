// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Applications whose values are those at cell centres and obey linear equations, advanced by a
/// Runge-Kutta method of fourth order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// What a row of cells reads and writes. Addresses are those of the row's first cell.
template <int D, std::size_t kValues>
struct PointRow {
  std::array<double*, kValues> state{};
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
/// values that others read the old ones of wait in a ring of planes until no row reads them any
/// more.
/// Cost: per cell and value 2 operations a stage beside those of the derivative, and 104 bytes a
/// step to and from memory where patches exceed the caches, which then is the limit.
///
/// \p Equations, those of one level, have
///   kValues                  that are coupled; copies of them ("fields") are independent
///   fields                   how many; value v of field f is component f + v * fields
///   reach                    cells that the derivative of a cell reads around it
///   spread                   values that it reads there: the first one, or all
///   derivative<kSpread>(neighbours)   [value/time] of kValues values
template <int D, class Equations>
class LinearRungeKutta {
 public:
  static constexpr std::size_t kValues = Equations::kValues;

  static std::size_t scratch_doubles(const Equations& equations, const geometry::Box<D>& box) {
    return static_cast<std::size_t>((equations.reach + 1) * equations.spread * slice(box));
  }

  /// \param scratch  shape [scratch_doubles()]
  LinearRungeKutta(const Equations& equations, const StageStep<D>& step, double* scratch)
      : equations_(equations), step_(step), ring_(scratch), slice_(slice(step.box)) {}

  void run() const { equations_.spread == 1 ? run_stage<1>() : run_stage<kValues>(); }

 private:
  using Row = PointRow<D, kValues>;
  static constexpr std::size_t kLast = static_cast<std::size_t>(D) - 1;

  static std::int64_t pitch(const geometry::Box<D>& box) { return row_pitch(box.side(0)); }
  /// Of one value in a plane.
  static std::int64_t slice(const geometry::Box<D>& box) {
    return pitch(box) * (D == 3 ? box.side(1) : 1);
  }

  /// Slices along the last axis; the only row in one dimension.
  int planes() const { return D == 1 ? 1 : step_.box.side(kLast); }
  int rows() const { return D == 3 ? step_.box.side(1) : 1; }  ///< of a plane

  /// The values at the start of the step, which the first stage keeps.
  const storage::View<D>& old() const { return step_.stage == 0 ? step_.saved : step_.old; }

  template <std::size_t kSpread>
  void run_stage() const {
    constexpr std::array<void (LinearRungeKutta::*)(int) const, 4> kStages = {
        &LinearRungeKutta::sweep<kSpread, 0>, &LinearRungeKutta::sweep<kSpread, 1>,
        &LinearRungeKutta::sweep<kSpread, 2>, &LinearRungeKutta::sweep<kSpread, 3>};
    for (int field = 0; field < equations_.fields; ++field) {
      (this->*kStages[static_cast<std::size_t>(step_.stage)])(field);
    }
  }

  template <std::size_t kSpread, int kStage>
  void sweep(int field) const {
    const int last = planes();
    int slot = 0;  // of the ring, that of a plane
    for (int plane = 0; plane < last + equations_.reach; ++plane) {
      if (plane < last) {
        advance_plane<kSpread, kStage>(first_row<kSpread>(field, plane, slot));
      }
      slot = slot == equations_.reach ? 0 : slot + 1;
      if (plane >= equations_.reach) {
        flush<kSpread>(first_row<kSpread>(field, plane - equations_.reach, slot));
      }
      step_.take_pause();
    }
  }

  template <std::size_t kSpread>
  Row first_row(int field, int plane, int slot) const {
    Row row;
    row.stride = step_.state.stride;
    row.count = step_.box.side(0);
    const auto at = [&](const storage::View<D>& view, std::size_t value) {
      const int component = field + static_cast<int>(value) * equations_.fields;
      return view.row(component, step_.box.lo) + (D == 1 ? 0 : plane * view.stride[kLast]);
    };
    for (std::size_t v = 0; v < kValues; ++v) {
      row.state[v] = at(step_.state, v);
      row.next[v] = v < kSpread ? ring_ + (slot * kSpread + v) * slice_ : row.state[v];
      row.old[v] = old().is_empty() ? nullptr : at(old(), v);
    }
    return row;
  }

  template <std::size_t kSpread, int kStage>
  void advance_plane(Row&& row) const {  // a copy would make the processor wait at every plane
    for (int left = rows(); left > 0; --left) {
      advance_row<kSpread, kStage>(row);
      for (std::size_t v = 0; D == 3 && v < kValues; ++v) {
        row.state[v] += row.stride[1];
        row.next[v] += v < kSpread ? pitch(step_.box) : row.stride[1];
        row.old[v] += row.old[v] != nullptr ? old().stride[1] : 0;
      }
    }
  }

  template <std::size_t kSpread, int kStage>
  void advance_row(const Row& row) const {
    const Equations equations = equations_;  // here, so that it stays in registers
    const double part = step_.dt / (4 - kStage);
    int cell = 0;
    for (; cell + kLanes <= row.count; cell += kLanes) {
      advance_cells<kSpread, kStage>(PointNeighbours<D, kValues, true>{row, cell}, equations, part);
    }
    if (cell < row.count) {
      advance_cells<kSpread, kStage>(
          PointNeighbours<D, kValues, false>{row, cell, row.count - cell}, equations, part);
    }
  }

  template <std::size_t kSpread, int kStage, class Neighbours>
  static void advance_cells(const Neighbours& at, const Equations& equations, double part) {
    const std::array<Lanes, kValues> change = equations.template derivative<kSpread>(at);
    for (std::size_t v = 0; v < kValues; ++v) {
      const Lanes start = kStage == 0 ? at.centre(v) : at.read(at.row.old[v]);
      at.write(at.row.next[v], start + part * change[v]);
      if (kStage == 0 && at.row.old[v] != nullptr) {
        at.write(at.row.old[v], start);
      }
    }
  }

  /// Moves the values that have waited for a plane's rows to their place.
  template <std::size_t kSpread>
  void flush(const Row& first) const {
    for (std::size_t v = 0; v < kSpread; ++v) {
      const double* from = first.next[v];
      double* to = first.state[v];
      for (int left = rows(); left > 0; --left) {
        int i = 0;
        for (; i + kLanes <= first.count; i += kLanes) {
          store(to + i, load(from + i));
        }
        if (i < first.count) {
          store_first(to + i, load(from + i), first.count - i);
        }
        from += pitch(step_.box);
        to += D == 3 ? first.stride[1] : 0;
      }
    }
  }

  const Equations& equations_;
  const StageStep<D>& step_;
  double* ring_;
  std::int64_t slice_;  ///< [doubles] of one value in a plane
};

/// The part of an Application that is loops. A \p System has
///   Equations            \see LinearRungeKutta
///   equations(spacing)   those of a level
///   reach()              as theirs
///   stage_components()   those of which the equations read neighbours, from the first on
///   dissipation()        that damps the shortest waves; 0: none does
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
  /// Fine waves of a quarter of a coarse cell come back from the end of a level a little larger.
  std::string objection_to(int ratio) const override {
    constexpr double kLeast = 0.02;
    return ratio > 3 && system_.dissipation() < kLeast
               ? fmt::format(
                     "wants kernel.dissipation of {} or more, which is {}: waves would grow "
                     "where levels end",
                     kLeast, system_.dissipation())
               : "";
  }
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
