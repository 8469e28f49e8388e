// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The composite grid units that partitioners distribute, as plain columns of numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace evenkeel::workload {

/// Grid units in curve order (the GUL): each a box of base cells and everything refined above it.
///
/// Of no dimension, so that partitioners are compiled once: unused axes have lo 0 and hi 1.
/// Units may be partly refined; loads, never assume a full refinement.      (Li 2005, 4.1 and 5.4)
struct UnitList {
  int dimension = 0;             ///< 1, 2 or 3
  int levels = 1;                ///< columns of load and cells; level 0 is the base
  int ratio = 2;                 ///< refinement factor in space, and in time where
  bool subcycles = true;         ///< finer levels make more steps than coarser ones
  std::int32_t granularity = 1;  ///< least side of a unit [base cells]; bounds are its multiples,
                                 ///< counted from the domain's lower corner, save at its upper end

  std::vector<std::uint64_t> key;   ///< [units] place on the curve, strictly ascending
  std::vector<double> load;         ///< [units][levels] [cell updates per base-level step], times
                                    ///< the cost weight of the level; >= 0
  std::vector<std::int64_t> cells;  ///< [units][levels] [cells of that level]
  std::vector<double> memory;       ///< [units] cells of all levels: what moves with the unit
  std::vector<std::array<std::int32_t, 3>> lo;  ///< [units] first base cell
  std::vector<std::array<std::int32_t, 3>> hi;  ///< [units] one past the last base cell

  std::size_t size() const { return key.size(); }

  /// Steps of a level for one of the level below it.
  int step_ratio() const { return subcycles ? ratio : 1; }

  /// Load of each level of \p unit.
  std::span<const double> loads(std::size_t unit) const {
    const auto columns = static_cast<std::size_t>(levels);
    return std::span(load).subspan(unit * columns, columns);
  }

  /// Cells of each level in \p unit.
  std::span<const std::int64_t> cell_counts(std::size_t unit) const {
    const auto columns = static_cast<std::size_t>(levels);
    return std::span(cells).subspan(unit * columns, columns);
  }

  /// Load of \p unit over all levels.
  double total(std::size_t unit) const {
    double sum = 0.0;
    for (const double part : loads(unit)) {
      sum += part;
    }
    return sum;
  }

  /// Finest level with a cell in \p unit; 0 for a unit without cells.
  int depth(std::size_t unit) const {
    const std::span<const std::int64_t> counts = cell_counts(unit);
    int level = levels - 1;
    while (level > 0 && counts[static_cast<std::size_t>(level)] == 0) {
      --level;
    }
    return level;
  }

  /// Load of all units, summed in curve order.
  double total_load() const {
    double sum = 0.0;
    for (std::size_t unit = 0; unit < size(); ++unit) {
      sum += total(unit);
    }
    return sum;
  }

  /// Memory of \p unit that was there before: what moves with it.
  /// \param held  shape [units] memory before; empty: as now
  double cells_there(std::size_t unit, std::span<const double> held) const {
    return held.empty() ? memory[unit] : std::min(memory[unit], held[unit]);
  }

  /// The units at \p places, ascending, as a list of their own.
  UnitList selected(std::span<const std::size_t> places) const;
};

}  // namespace evenkeel::workload
