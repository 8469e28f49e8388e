// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regions and levels that the benchmarks work on.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::bench {

/// A cube of \p side base cells along each axis.
template <int D>
hierarchy::Mesh<D> cube(int side, bool periodic, int max_levels) {
  hierarchy::Mesh<D> mesh;
  mesh.cells.fill(side);
  mesh.upper.fill(1.0);
  mesh.periodic.fill(periodic);
  mesh.max_levels = max_levels;
  return mesh;
}

using storage::for_each_cell;

/// Spheres around one point, each of some thickness. [cells]
template <int D>
struct Shells {
  hierarchy::Point<D> center{};
  std::vector<double> radii;
  double thickness = 1.0;

  bool contains(const geometry::Index<D>& cell) const {
    double square = 0.0;
    for (std::size_t d = 0; d < D; ++d) {
      const double from = cell[d] + 0.5 - center[d];
      square += from * from;
    }
    const double distance = std::sqrt(square);
    for (const double radius : radii) {
      if (std::abs(distance - radius) < 0.5 * thickness) {
        return true;
      }
    }
    return false;
  }
};

/// The blocks of \p side cells of \p domain, axis 0 fastest, that \p keep accepts.
template <int D, class Keep>
geometry::BoxList<D> blocks(const geometry::Box<D>& domain, int side, const Keep& keep) {
  geometry::BoxList<D> boxes;
  for_each_cell(domain.coarsen(side), [&](const geometry::Index<D>& at) {
    const geometry::Box<D> block{at, at};
    if (keep(at)) {
      boxes.push_back(
          geometry::Box<D>{block.lo, block.shift(geometry::uniform<D>(1)).hi}.refine(side));
    }
  });
  return boxes;
}

/// All boxes on rank 0.
template <int D>
hierarchy::LevelLayout<D> on_one_rank(geometry::BoxList<D> boxes) {
  const std::size_t count = boxes.size();
  return {std::move(boxes), std::vector<int>(count, 0)};
}

}  // namespace evenkeel::bench
