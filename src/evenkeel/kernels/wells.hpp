// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where fluid enters and leaves a rock.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/solver/application.hpp"

namespace evenkeel::kernels {

/// A region that takes up or gives off fluid, evenly.
template <int D>
struct Well {
  hierarchy::Point<D> lower{};
  hierarchy::Point<D> upper{};
  double rate = 0.0;  ///< [length^D / time]; < 0 where fluid is produced

  /// Fluid that enters a cell per volume and time: the part of the well that lies in it.
  double source(const solver::Place<D>& place, const geometry::Index<D>& cell) const {
    double part = 1.0;
    double volume = 1.0;
    for (std::size_t d = 0; d < D; ++d) {
      const double low = place.origin[d] + cell[d] * place.spacing[d];
      const double high = place.origin[d] + (cell[d] + 1) * place.spacing[d];
      part *=
          std::max(0.0, std::min(high, upper[d]) - std::max(low, lower[d])) / (upper[d] - lower[d]);
      volume *= place.spacing[d];
    }
    return rate * part / volume;
  }

  /// Cells of \p box that meet the well or are beside it.
  geometry::Box<D> cells(const solver::Place<D>& place, const geometry::Box<D>& box) const {
    return cells(place).intersect(box);
  }

  /// The same, in the domain and beyond.
  geometry::Box<D> cells(const solver::Place<D>& place) const {
    geometry::Box<D> met;
    for (std::size_t d = 0; d < D; ++d) {
      const double first = (lower[d] - place.origin[d]) / place.spacing[d];
      const double last = (upper[d] - place.origin[d]) / place.spacing[d];
      met.lo[d] = static_cast<std::int32_t>(std::floor(first)) - 1;
      met.hi[d] = static_cast<std::int32_t>(std::ceil(last)) + 1;
    }
    return met;
  }
};

/// Patterns of wells in the unit square or cube, in which a pore volume enters in unit time.
enum class Pattern {
  kFiveSpot,  ///< in at the corner (0, 0), out at (1, 1)
  kRepeated,  ///< n x n five-spots: in at their middles, out at their corners
  kChannel,   ///< in at x = 0, out at x = 1
};

/// \param size   side of a well [length]   \param count  n of kRepeated
template <int D>
std::vector<Well<D>> make_wells(Pattern pattern, double size, int count);

}  // namespace evenkeel::kernels
