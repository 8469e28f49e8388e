// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The reaction of all cells of a box, some registers of cells at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "evenkeel/kernels/reaction_course.hpp"
#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/lane_duos.hpp"
#include "evenkeel/solver/schemes/stiff_reaction.hpp"

namespace evenkeel::kernels {

/// As load_first() and store_first() do, of one register or several. \pre some cells of the last
inline void load_cells(const double* from, int lanes, solver::Lanes& cells) {
  cells = solver::load_first(from, lanes);
}
template <class Half>
void load_cells(const double* from, int lanes, solver::Duo<Half>& cells) {
  constexpr int kHalf = solver::Duo<Half>::kHalf;
  load_cells(from, kHalf, cells.first);
  load_cells(from + kHalf, lanes - kHalf, cells.second);
}
inline void store_cells(double* to, int lanes, const solver::Lanes& cells) {
  store_first(to, cells, lanes);
}
template <class Half>
void store_cells(double* to, int lanes, const solver::Duo<Half>& cells) {
  constexpr int kHalf = solver::Duo<Half>::kHalf;
  store_cells(to, kHalf, cells.first);
  store_cells(to + kHalf, lanes - kHalf, cells.second);
}

/// Lets cells react, each on its own, whatever cells it shares registers with.
///
/// Most cells are through at once, some after dozens of sub-steps. So all begin where they lie;
/// those that are not through then wait, and go on in registers in which the next one takes the
/// place of each that has arrived.
///
/// A \p Reaction has, of T that are Lanes, Duos and, for settle, double
///   kValues               number of components of a cell
///   kTolerance            \see solver::integrate
///   reacts(values)        truth
///   range(values), kept(values), rate(value, kept)   of the value that is integrated
///   settle(values, value)   brings the values to where that has come
template <int D, class Reaction>
class ReactingRows {
 public:
  ReactingRows(const Reaction& reaction, const solver::SourceStep<D>& step)
      : reaction_(reaction), step_(step), stretch_{step.dt, Reaction::kTolerance} {}

  void run() {
    storage::for_each_row(step_.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
      const Row row = row_of(cell);
      int next = start_with<Several>(row, 0, count);
      next = start_with<solver::LaneDuo>(row, next, count);
      start_with<solver::Lanes>(row, next, count);
    });
    finish();
  }

 private:
  static constexpr std::size_t kMost = 512;  ///< that wait: 45 KB
  static constexpr std::size_t kValues = Reaction::kValues;
  using Several = solver::LaneQuartet;

  /// \p count, 1 to 32, set bits.
  static constexpr std::uint32_t first_bits(std::size_t count) {
    return ~std::uint32_t{0} >> (32 - count);
  }

  /// Where a row has its values and what they cost.
  struct Row {
    double* values;
    double* costs;      ///< of the tile of the first cell; null: not asked
    std::int32_t past;  ///< of the first cell, from where the tile begins
  };
  struct Waiting {
    Course<double> course;
    double* values;
    double* cost;  ///< null: not asked
  };
  /// Cells that are on their way side by side.
  struct Crew {
    static constexpr std::size_t kCells = CourseTable<Several>::kCells;
    static constexpr std::uint32_t kAll = first_bits(kCells);
    CourseTable<Several> courses;
    std::array<const Waiting*, kCells> who{};  ///< null: none
  };

  Row row_of(const geometry::Index<D>& cell) const {
    Row row{step_.state.row(0, cell), nullptr, 0};
    if (!step_.costs.is_empty()) {
      const auto tile = geometry::Box<D>::of_cell(cell).coarsen(solver::kCostTile).lo;
      row.costs = step_.costs.row(0, tile);
      row.past = cell[0] - tile[0] * solver::kCostTile;
    }
    return row;
  }

  template <class T>
  auto law_of(const T& kept) const {
    return [this, &kept](const T& value) { return reaction_.rate(value, kept); };
  }

  template <class T>
  Course<T> begin(const std::array<T, kValues>& values) const {
    const T kept = Reaction::kept(values);
    const solver::Range<T> range = Reaction::range(values);
    Course<T> course{solver::begin(law_of(kept), values[0], range, stretch_), range, kept};
    const auto reacts = Reaction::reacts(values);
    course.progress.left = select(reacts, course.progress.left, T(0.0));
    course.progress.evaluations = select(reacts, course.progress.evaluations, T(0.0));
    return course;
  }

  /// Begins with cells from \p next on that take all registers of a T.
  /// \returns the next one
  template <class T>
  int start_with(const Row& row, int next, int count) {
    constexpr int kCells = sizeof(T) / sizeof(double);
    for (; next + kCells - solver::kLanes < count; next += kCells) {
      start<T>(row, next, std::min(count - next, kCells));
    }
    return next;
  }

  /// Begins with so many cells from the \p first of a row on.
  template <class T>
  void start(const Row& row, int first, int cells) {
    std::array<T, kValues> values;
    for (std::size_t c = 0; c < kValues; ++c) {
      load_cells(component(row.values + first, c), cells, values[c]);
    }
    const Course<T> course = begin(values);
    const auto waits = course.progress.left > T(0.0);
    std::array<T, kValues> settled = values;
    Reaction::settle(settled, course.progress.value);
    for (std::size_t c = 0; c < kValues; ++c) {
      store_cells(component(row.values + first, c), cells, select(waits, values[c], settled[c]));
    }
    const auto cell = static_cast<std::size_t>(first);
    const auto count = static_cast<std::size_t>(cells);
    if (row.costs != nullptr) {
      book(row, cell, count, T(select(waits, T(0.0), course.progress.evaluations)));
    }
    if (const std::uint32_t waiting = bits(waits) & first_bits(count)) {
      let_wait<T>(row, cell, waiting, CourseTable<T>(course));
    }
  }

  double* cost_of(const Row& row, std::size_t cell) const {
    return row.costs + (static_cast<std::size_t>(row.past) + cell) / solver::kCostTile;
  }

  /// \param evaluations  [count] of the cells from \p first on
  template <class T>
  void book(const Row& row, std::size_t first, std::size_t count, const T& evaluations) const {
    const auto each = std::bit_cast<std::array<double, sizeof(T) / sizeof(double)>>(evaluations);
    for (std::size_t lane = 0; lane < count; ++lane) {
      *cost_of(row, first + lane) += kUpdatesPerEvaluation * each[lane];
    }
  }

  /// \param waits  by cell from \p first on
  template <class T>
  void let_wait(const Row& row, std::size_t first, std::uint32_t waits,
                const CourseTable<T>& courses) {
    if (waiting_ + CourseTable<T>::kCells > kMost) {
      finish();
    }
    for (; waits != 0; waits &= waits - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(waits));
      double* const cost = row.costs != nullptr ? cost_of(row, first + lane) : nullptr;
      queue_[waiting_++] = {courses[lane], row.values + first + lane, cost};
    }
  }

  /// Brings all that wait to the end.
  void finish() {
    Crew crew;
    std::uint32_t busy = 0;
    for (std::size_t next = 0;;) {
      busy |= relieve(crew, ~busy & Crew::kAll, next);
      if (busy == 0) {
        break;
      }
      Course<Several> courses = crew.courses.courses();
      solver::advance(law_of(courses.kept), courses.range, stretch_, courses.progress);
      busy &= bits(courses.progress.left > Several(0.0));
      crew.courses = CourseTable<Several>(courses);
    }
    waiting_ = 0;
  }

  /// Puts cells from \p next on, if there are some, into the places of those that have arrived.
  /// \returns which places those are
  std::uint32_t relieve(Crew& crew, std::uint32_t free, std::size_t& next) const {
    std::uint32_t taken = 0;
    for (; free != 0; free &= free - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(free));
      if (const Waiting* const arrived = std::exchange(crew.who[lane], nullptr)) {
        arrive(*arrived, crew.courses[lane]);
      }
      if (next < waiting_) {
        crew.who[lane] = &queue_[next++];
        crew.courses.set(lane, crew.who[lane]->course);
        taken |= std::uint32_t{1} << lane;
      }
    }
    return taken;
  }

  void arrive(const Waiting& cell, const Course<double>& course) const {
    std::array<double, kValues> values;
    for (std::size_t c = 0; c < kValues; ++c) {
      values[c] = *component(cell.values, c);
    }
    Reaction::settle(values, course.progress.value);
    for (std::size_t c = 0; c < kValues; ++c) {
      *component(cell.values, c) = values[c];
    }
    if (cell.cost != nullptr) {
      *cell.cost += kUpdatesPerEvaluation * course.progress.evaluations;
    }
  }

  double* component(double* values, std::size_t c) const {
    return values + static_cast<std::int64_t>(c) * step_.state.component_stride;
  }

  /// What a rate costs against an update of a cell by four stages of diffusion: about as much, the
  /// exponential and divisions that wait for each other against some thirty sums and products.
  static constexpr double kUpdatesPerEvaluation = 1.0;

  const Reaction& reaction_;
  const solver::SourceStep<D>& step_;
  solver::Stretch stretch_;
  std::array<Waiting, kMost> queue_;
  std::size_t waiting_ = 0;
};

/// \see ReactingRows
template <int D, class Reaction>
void react_rows(const Reaction& reaction, const solver::SourceStep<D>& step) {
  ReactingRows<D, Reaction>(reaction, step).run();
}

}  // namespace evenkeel::kernels
