// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Images of a domain that repeats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::geometry {

/// The shift that undoes \p shift.
template <int D>
constexpr Index<D> opposite(Index<D> shift) {
  for (std::int32_t& cells : shift) {
    cells = -cells;
  }
  return shift;
}

/// The shifts [cells of \p domain's level] that carry the domain onto its nearest images.
///
/// The zero shift comes first, then the others in lexicographic order: 3^k for k periodic axes.
template <int D>
std::vector<Index<D>> periodic_shifts(
    const Box<D>& domain, const std::array<bool, static_cast<std::size_t>(D)>& periodic) {
  std::vector<Index<D>> shifts{Index<D>{}};
  for (std::size_t d = 0; d < D; ++d) {
    if (!periodic[d]) {
      continue;
    }
    std::vector<Index<D>> longer;
    for (const Index<D>& shift : shifts) {
      for (const std::int32_t image : {-1, 0, 1}) {
        longer.push_back(shift);
        longer.back()[d] = image * domain.side(d);
      }
    }
    shifts = longer;
  }
  std::erase(shifts, Index<D>{});
  shifts.insert(shifts.begin(), Index<D>{});
  return shifts;
}

}  // namespace evenkeel::geometry
