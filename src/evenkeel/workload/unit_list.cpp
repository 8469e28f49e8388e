// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parts of unit lists.
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::workload {

UnitList UnitList::selected(std::span<const std::size_t> places) const {
  UnitList some;
  some.dimension = dimension;
  some.levels = levels;
  some.ratio = ratio;
  some.subcycles = subcycles;
  some.granularity = granularity;
  for (const std::size_t unit : places) {
    some.key.push_back(key[unit]);
    some.load.insert(some.load.end(), loads(unit).begin(), loads(unit).end());
    some.cells.insert(some.cells.end(), cell_counts(unit).begin(), cell_counts(unit).end());
    some.memory.push_back(memory[unit]);
    some.lo.push_back(lo[unit]);
    some.hi.push_back(hi[unit]);
  }
  return some;
}

}  // namespace evenkeel::workload
