// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who owned the units of new grids before.
#pragma once

#include <optional>
#include <vector>

#include "evenkeel/geometry/dimensions.hpp"
#include "evenkeel/workload/owner_map.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::workload {

/// Owners that \p map gives the base cells of \p units, shape [units]; kNoOwner without a map.
template <int D>
std::vector<int> owners_of(const UnitList& units, const std::optional<OwnerMap<D>>& map) {
  std::vector<int> owners(units.size(), kNoOwner);
  for (std::size_t unit = 0; map && unit < units.size(); ++unit) {
    owners[unit] = map->owner_of_cell(geometry::narrow<D>(units.lo[unit]));
  }
  return owners;
}

}  // namespace evenkeel::workload
