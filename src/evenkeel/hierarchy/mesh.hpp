// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The domain and the rules of refinement: what does not change during a run.
#pragma once

#include <array>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::hierarchy {

template <int D>
using Point = std::array<double, static_cast<std::size_t>(D)>;

/// The base grid, its place in space, and how it may be refined.
template <int D>
struct Mesh {
  geometry::Index<D> cells{};  ///< base-level cells along each axis
  Point<D> lower{};            ///< [length]
  Point<D> upper{};            ///< [length]
  std::array<bool, static_cast<std::size_t>(D)> periodic{};
  int ratio = 2;       ///< refinement factor in space and time between neighbouring levels
  int max_levels = 1;  ///< base included

  /// ratio to the power \p level.
  int total_ratio(int level) const {
    int total = 1;
    for (int l = 0; l < level; ++l) {
      total *= ratio;
    }
    return total;
  }

  /// All cells of the domain in the index space of \p level.
  geometry::Box<D> domain(int level) const {
    return geometry::Box<D>{{}, cells}.refine(total_ratio(level));
  }

  /// Cell sizes on \p level. [length]
  Point<D> spacing(int level) const {
    Point<D> h{};
    for (std::size_t d = 0; d < D; ++d) {
      h[d] = (upper[d] - lower[d]) / (static_cast<double>(cells[d]) * total_ratio(level));
    }
    return h;
  }

  /// Centre of one cell of \p level. [length]
  Point<D> center(int level, const geometry::Index<D>& cell) const {
    const Point<D> h = spacing(level);
    Point<D> x{};
    for (std::size_t d = 0; d < D; ++d) {
      x[d] = lower[d] + (static_cast<double>(cell[d]) + 0.5) * h[d];
    }
    return x;
  }
};

}  // namespace evenkeel::hierarchy
