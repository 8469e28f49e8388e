// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Random meshes, layouts and cell values for the tests of this module.
#pragma once

#include <cstdint>
#include <random>

#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/storage/for_each_cell.hpp"

namespace evenkeel::hierarchy {

/// Numbers that are the same on every rank and machine.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : bits_(seed) {}
  int below(int bound) { return static_cast<int>(bits_() % static_cast<std::uint32_t>(bound)); }
  bool flip() { return below(2) == 1; }

 private:
  std::mt19937 bits_;
};

/// A unit cube of \p side cells along each axis.
template <int D>
Mesh<D> cube_mesh(int side, bool periodic, int max_levels = 3) {
  Mesh<D> mesh;
  mesh.cells.fill(side);
  mesh.upper.fill(1.0);
  mesh.periodic.fill(periodic);
  mesh.max_levels = max_levels;
  return mesh;
}

/// Cuts \p box at random multiples of \p align until no side is above \p max_side.
template <int D>
void shatter(const geometry::Box<D>& box, int max_side, int align, Dice& dice,
             geometry::BoxList<D>& out) {
  for (std::size_t d = 0; d < D; ++d) {
    const int slots = (box.side(d) - 1) / align;  // places where a cut may be
    if (box.side(d) > max_side && slots > 0) {
      const auto [low, high] = geometry::split(box, d, box.lo[d] + align * (1 + dice.below(slots)));
      shatter(low, max_side, align, dice, out);
      shatter(high, max_side, align, dice, out);
      return;
    }
  }
  out.push_back(box);
}

/// The boxes with owners drawn at random.
template <int D>
LevelLayout<D> deal(geometry::BoxList<D> boxes, int ranks, Dice& dice) {
  LevelLayout<D> layout{std::move(boxes), {}};
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    layout.owners.push_back(dice.below(ranks));
  }
  return layout;
}

/// The domain of \p level in random boxes.
template <int D>
LevelLayout<D> random_cover(const Mesh<D>& mesh, int level, int max_side, int ranks, Dice& dice) {
  geometry::BoxList<D> boxes;
  shatter(mesh.domain(level), max_side, 2, dice, boxes);
  return deal(std::move(boxes), ranks, dice);
}

/// About half of the blocks of 4 cells of \p level, shattered.
template <int D>
LevelLayout<D> random_patchwork(const Mesh<D>& mesh, int level, int ranks, Dice& dice) {
  geometry::BoxList<D> blocks;
  shatter(mesh.domain(level), 4, 4, dice, blocks);
  std::erase_if(blocks, [&](const auto&) { return dice.flip(); });
  return deal(std::move(blocks), ranks, dice);
}

/// \p cell moved into the domain along periodic axes.
template <int D>
geometry::Index<D> wrapped(const Mesh<D>& mesh, int level, geometry::Index<D> cell) {
  const geometry::Box<D> domain = mesh.domain(level);
  for (std::size_t d = 0; d < D; ++d) {
    if (mesh.periodic[d]) {
      cell[d] -= domain.side(d) * geometry::floor_div(cell[d], domain.side(d));
    }
  }
  return cell;
}

/// A number that names the cell, its level and the component.
template <int D>
double name_of(int level, const geometry::Index<D>& cell, int component) {
  double id = level + 10 * component;
  for (std::size_t d = 0; d < D; ++d) {
    id = 1000 * id + cell[d];
  }
  return id;
}

/// Sets every value of \p box to fn(component, cell).
template <int D, class Fn>
void fill(const storage::View<D>& view, const geometry::Box<D>& box, const Fn& fn) {
  storage::for_each_row(box, [&](geometry::Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      for (int c = 0; c < view.components; ++c) {
        view(c, cell) = fn(c, cell);
      }
    }
  });
}

using storage::for_each_cell;

}  // namespace evenkeel::hierarchy
