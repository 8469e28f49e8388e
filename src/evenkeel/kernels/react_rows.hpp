// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The reaction of all cells of a box, a register of cells at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/lane_duos.hpp"
#include "evenkeel/solver/schemes/stiff_reaction.hpp"

namespace evenkeel::kernels {

/// As load_first() and store_first() do, of one register or two. \pre lanes > kLanes for two
inline void load_cells(const double* from, int lanes, solver::Lanes& cells) {
  cells = solver::load_first(from, lanes);
}
inline void load_cells(const double* from, int lanes, solver::LaneDuo& cells) {
  cells = {solver::load(from), solver::load_first(from + solver::kLanes, lanes - solver::kLanes)};
}
inline void store_cells(double* to, int lanes, const solver::Lanes& cells) {
  store_first(to, cells, lanes);
}
inline void store_cells(double* to, int lanes, const solver::LaneDuo& cells) {
  store(to, cells.first);
  store_first(to + solver::kLanes, cells.second, lanes - solver::kLanes);
}
inline solver::Lanes first_cells(const solver::Lanes& cells, int lanes) {
  return first_lanes(cells, lanes);
}
inline solver::Lanes first_cells(const solver::LaneDuo& cells, int lanes) {
  return cells.first + first_lanes(cells.second, lanes - solver::kLanes);
}

/// Lets the first \p lanes cells from \p row on react. \tparam T  Lanes, or LaneDuo for more
/// \returns how often they found a rate
template <class T, class Reaction>
solver::Lanes react_cells(const Reaction& reaction, double dt, double* row, std::int64_t pitch,
                          int lanes) {
  std::array<T, Reaction::kValues> values;
  for (std::size_t c = 0; c < values.size(); ++c) {
    load_cells(row + static_cast<std::int64_t>(c) * pitch, lanes, values[c]);
  }
  const T evaluations = reaction.react(values, dt);
  for (std::size_t c = 0; c < values.size(); ++c) {
    store_cells(row + static_cast<std::int64_t>(c) * pitch, lanes, values[c]);
  }
  return first_cells(evaluations, lanes);
}

/// \returns how often cells found a rate, all together. \see ReactionDiffusion
template <int D, class Reaction>
double react_rows(const Reaction& reaction, const solver::SourceStep<D>& step) {
  using solver::kLanes;
  solver::Lanes evaluations = 0.0;
  storage::for_each_row(step.box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    double* const row = step.state.row(0, cell);
    const std::int64_t pitch = step.state.component_stride;
    int i = 0;
    for (; i + kLanes < count; i += 2 * kLanes) {
      evaluations += react_cells<solver::LaneDuo>(reaction, step.dt, row + i, pitch,
                                                  std::min(count - i, 2 * kLanes));
    }
    if (i < count) {
      evaluations += react_cells<solver::Lanes>(reaction, step.dt, row + i, pitch, count - i);
    }
  });
  return total(evaluations);
}

}  // namespace evenkeel::kernels
