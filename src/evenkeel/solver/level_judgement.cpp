// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Whether what a step has made may stand: all of it numbers, no wave too fast.
#include <algorithm>
#include <cmath>
#include <limits>

#include "evenkeel/solver/level_step.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"
#include "evenkeel/solver/solids.hpp"

namespace evenkeel::solver {

template <int D>
void LevelStepper<D>::judge(const Stage& stage, const storage::Patch<D>& patch, double rate,
                            LevelResult<D>& result) const {
  double severity = stage.interval.dt * rate / application_->courant_limit();
  const bool looks = stage.number + 1 == application_->stages() && !is_finite_;
  const storage::View<D> state = patch.state.view();
  const int components = stage.interval.is_last ? state.components : 1;
  if (!std::isfinite(severity) || (looks && !all_finite(state, patch.box, components))) {
    severity = std::numeric_limits<double>::infinity();
  } else {
    result.rate = std::max(result.rate, rate);
  }
  if (severity > 1.0 && severity > result.worst.severity) {
    result.worst = worst_cell(stage, patch, severity);
  }
}

/// The first cell that is not a number, else the first with the largest rate: after the step, since
/// the values before it are gone.
template <int D>
Violation<D> LevelStepper<D>::worst_cell(const Stage& stage, const storage::Patch<D>& patch,
                                         double severity) const {
  Violation<D> worst{severity, stage.level, patch.box, patch.box.lo, 0.0};
  const storage::View<D> state = patch.state.view();
  storage::for_each_row(patch.box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      const auto one = geometry::Box<D>::of_cell(cell);
      if (is_masked<D>(cell, masked(stage.level))) {
        continue;
      }
      double value = std::numeric_limits<double>::infinity();
      if (all_finite(state, one, state.components)) {
        value = stage.interval.dt * application_->rate(state, one, surroundings(stage.level).place);
      }
      if (value > worst.value) {
        worst.value = value;
        worst.cell = cell;
      }
    }
  });
  return worst;
}

template <int D>
bool all_finite(const storage::View<D>& values, const geometry::Box<D>& box, int components) {
  // A finite number times 0 is 0; others make a sum no number. Two sums: neither waits for the
  // other.
  Lanes even = 0.0;
  Lanes odd = 0.0;
  storage::for_each_row(box, [&](const geometry::Index<D>& first, std::int32_t count) {
    for (int c = 0; c < components; ++c) {
      const double* const row = values.row(c, first);
      std::int32_t i = 0;
      for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
        even += load(row + i) * 0.0;
        odd += load(row + i + kLanes) * 0.0;
      }
      for (; i < count; i += kLanes) {
        even += load_first(row + i, count - i) * 0.0;
      }
    }
  });
  return all(even + odd < std::numeric_limits<double>::infinity());
}

template class LevelStepper<1>;
template class LevelStepper<2>;
template class LevelStepper<3>;
template bool all_finite(const storage::View<1>&, const geometry::Box<1>&, int);
template bool all_finite(const storage::View<2>&, const geometry::Box<2>&, int);
template bool all_finite(const storage::View<3>&, const geometry::Box<3>&, int);

}  // namespace evenkeel::solver
