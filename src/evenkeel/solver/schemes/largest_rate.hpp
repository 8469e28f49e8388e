// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The largest signal rate of cells, apart from any step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evenkeel/solver/application.hpp"
#include "evenkeel/solver/schemes/group_rows.hpp"
#include "evenkeel/solver/schemes/lanes.hpp"

namespace evenkeel::solver {

/// Largest rate of the cells of \p box. [1/time]
template <int D, class Flow>
double largest_rate(Flow flow, const storage::View<D>& state, const geometry::Box<D>& box,
                    const Place<D>& place) {
  std::array<double, D> inverse_spacing;
  for (std::size_t d = 0; d < D; ++d) {
    inverse_spacing[d] = 1.0 / place.spacing[d];
  }
  Lanes largest = 0.0;
  storage::for_each_row(box, [&](const geometry::Index<D>& cell, std::int32_t count) {
    Site site;
    for (std::size_t d = 1; d < D; ++d) {
      site.row[d - 1] = cell[d] - box.lo[d];
    }
    enter_row(flow, site.row);
    for (int i = 0; i < count; i += kLanes) {
      typename Flow::template Values<Lanes> u;
      for (std::size_t c = 0; c < Flow::kValues; ++c) {
        u[c] = load_first(state.row(static_cast<int>(c), cell) + i, count - i);
      }
      site.cell = i;
      const Lanes rates = rate_of(flow, flow.primitives(u), inverse_spacing, site);
      largest = max(first_lanes(rates, count - i), largest);
    }
  });
  return greatest(largest);
}

}  // namespace evenkeel::solver
