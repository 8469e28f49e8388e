// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Small hierarchies with known values, for the tests of io.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "evenkeel/hierarchy/hierarchy.hpp"

namespace evenkeel::io::testing {

/// A value that names component, level and cell, and uses all bits of a double.
template <int D>
double value_of(int component, int level, const geometry::Index<D>& cell) {
  double value = 0.1 + component + 10.0 * level;
  for (std::size_t d = 0; d < D; ++d) {
    value += std::sqrt(2.0 + static_cast<double>(d)) * cell[d] / 7.0;
  }
  return component == 1 ? -value : value;
}

/// Boxes of at most \p side cells a side that cover \p region.
template <int D>
void add_boxes(const geometry::Box<D>& region, std::int32_t side, geometry::BoxList<D>& out) {
  for (std::size_t d = 0; d < D; ++d) {
    if (region.side(d) > side) {
      geometry::Box<D> low = region;
      geometry::Box<D> high = region;
      low.hi[d] = high.lo[d] = region.lo[d] + side;
      add_boxes(low, side, out);
      add_boxes(high, side, out);
      return;
    }
  }
  out.push_back(region);
}

template <int D>
hierarchy::Mesh<D> test_mesh() {
  hierarchy::Mesh<D> mesh;
  mesh.max_levels = 3;
  for (std::size_t d = 0; d < D; ++d) {
    mesh.cells[d] = d == 0 ? 16 : 8;
    mesh.lower[d] = -0.5 * static_cast<double>(d);
    mesh.upper[d] = mesh.lower[d] + 0.1 * mesh.cells[d];
  }
  return mesh;
}

/// Three levels cut into boxes of \p side cells, box i owned by rank (i + \p turn) modulo ranks.
template <int D>
std::vector<hierarchy::LevelLayout<D>> test_layouts(const hierarchy::Mesh<D>& mesh,
                                                    std::int32_t side, int ranks, int turn) {
  std::vector<hierarchy::LevelLayout<D>> layouts(3);
  geometry::Box<D> region = mesh.domain(0);
  for (hierarchy::LevelLayout<D>& layout : layouts) {
    add_boxes(region, side, layout.boxes);
    for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
      layout.owners.push_back((static_cast<int>(i) + turn) % ranks);
    }
    region = region.grow(-2).refine(mesh.ratio);
  }
  return layouts;
}

/// A hierarchy of test_layouts with values unset.
template <int D>
std::unique_ptr<hierarchy::Hierarchy<D>> empty_hierarchy(const comm::Communicator& group,
                                                         std::int32_t side, int turn) {
  hierarchy::StateShape shape;
  shape.components = 2;
  const hierarchy::Mesh<D> mesh = test_mesh<D>();
  auto made = std::make_unique<hierarchy::Hierarchy<D>>(group, mesh, shape);
  made->install(0, test_layouts(mesh, side, group.size(), turn), {});
  return made;
}

/// Calls fn(component, level, cell, value) for all valid cells on this rank.
template <int D, class Fn>
void for_each_value(hierarchy::Hierarchy<D>& hierarchy, const Fn& fn) {
  for (const auto& level : hierarchy.levels()) {
    for (storage::Patch<D>& patch : level->patches()) {
      storage::for_each_row(patch.box, [&](geometry::Index<D> cell, std::int32_t cells) {
        for (; cells > 0; --cells, ++cell[0]) {
          for (int component = 0; component < 2; ++component) {
            fn(component, level->number(), cell, patch.state.view()(component, cell));
          }
        }
      });
    }
  }
}

template <int D>
void fill(hierarchy::Hierarchy<D>& hierarchy) {
  for_each_value(hierarchy, [](int component, int level, const auto& cell, double& value) {
    value = value_of<D>(component, level, cell);
  });
}

}  // namespace evenkeel::io::testing
