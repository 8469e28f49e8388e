// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Averages over a cell from values at points.
#pragma once

#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/solver/application.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::kernels {

/// Mean of at(x) over \p n points along each axis of the cell around \p center.
template <int D, class Values, class At>
Values sampled_average(const hierarchy::Point<D>& center, const hierarchy::Point<D>& spacing, int n,
                       const At& at) {
  if (n == 1) {
    return at(center);
  }
  geometry::Box<D> points;
  points.hi.fill(n);
  Values sum{};
  storage::for_each_row(points, [&](geometry::Index<D> point, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++point[0]) {
      hierarchy::Point<D> x;
      for (std::size_t d = 0; d < D; ++d) {
        x[d] = center[d] + spacing[d] * (2 * point[d] + 1 - n) / (2.0 * n);
      }
      const Values u = at(x);
      for (std::size_t c = 0; c < u.size(); ++c) {
        sum[c] += u[c];
      }
    }
  });
  for (double& value : sum) {
    value /= static_cast<double>(points.volume());
  }
  return sum;
}

/// Sets \p box of \p state to average(center, spacing) of each cell.
template <int D, class Average>
void set_averages(const storage::View<D>& state, const geometry::Box<D>& box,
                  const solver::Place<D>& place, const Average& average) {
  storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      const auto u = average(place.center(cell), place.spacing);
      for (std::size_t c = 0; c < u.size(); ++c) {
        state(static_cast<int>(c), cell) = u[c];
      }
    }
  });
}

}  // namespace evenkeel::kernels
