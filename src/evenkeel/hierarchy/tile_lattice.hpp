// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Tiles: the blocks of cells that are refined or not as one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::hierarchy {

/// The domain of one level cut into tiles of side cells, counted from its lower corner; the last
/// tile along an axis may be smaller.
///
/// Beyond a periodic boundary the tiles repeat: tile -1 is the last one once more, with the cells
/// of that image.
template <int D>
class TileLattice {
 public:
  TileLattice(const Mesh<D>& mesh, int level, std::int32_t side)
      : side_(side), cells_(mesh.domain(level).hi), periodic_(mesh.periodic) {
    for (std::size_t d = 0; d < D; ++d) {
      tiles_.hi[d] = (cells_[d] + side - 1) / side;
    }
  }

  /// All tiles.
  const geometry::Box<D>& tiles() const { return tiles_; }

  /// The tiles that share a cell with \p cells.
  geometry::Box<D> tiles_over(const geometry::Box<D>& cells) const {
    geometry::Box<D> tiles;
    for (std::size_t d = 0; d < D; ++d) {
      tiles.lo[d] = tile_of(d, cells.lo[d]);
      tiles.hi[d] = tile_of(d, cells.hi[d] - 1) + 1;
    }
    return tiles;
  }

  /// The cells of \p tiles.
  geometry::Box<D> cells_of(const geometry::Box<D>& tiles) const {
    geometry::Box<D> cells;
    for (std::size_t d = 0; d < D; ++d) {
      cells.lo[d] = first_cell(d, tiles.lo[d]);
      cells.hi[d] = first_cell(d, tiles.hi[d]);
    }
    return cells;
  }

  /// Calls visit(box) for boxes of tiles inside tiles() that together are \p tiles: parts beyond
  /// a periodic boundary wrapped, parts beyond a physical one left out. They may overlap.
  template <class Visit>
  void for_each_wrapped(geometry::Box<D> tiles, const Visit& visit) const {
    wrap_from(0, tiles, visit);
  }

 private:
  std::int32_t tile_of(std::size_t d, std::int32_t cell) const {
    const std::int32_t image = geometry::floor_div(cell, cells_[d]);
    return image * tiles_.hi[d] + (cell - image * cells_[d]) / side_;
  }
  std::int32_t first_cell(std::size_t d, std::int32_t tile) const {
    const std::int32_t image = geometry::floor_div(tile, tiles_.hi[d]);
    return image * cells_[d] + (tile - image * tiles_.hi[d]) * side_;
  }

  template <class Visit>
  void wrap_from(std::size_t d, geometry::Box<D> box, const Visit& visit) const {
    if (d == D) {
      visit(box);
      return;
    }
    const std::int32_t count = tiles_.hi[d];
    if (!periodic_[d] || box.hi[d] - box.lo[d] >= count) {
      box.lo[d] = periodic_[d] ? 0 : std::max(box.lo[d], 0);
      box.hi[d] = periodic_[d] ? count : std::min(box.hi[d], count);
      if (box.lo[d] < box.hi[d]) {
        wrap_from(d + 1, box, visit);
      }
      return;
    }
    const std::int32_t back = count * geometry::floor_div(box.lo[d], count);
    box.lo[d] -= back;
    box.hi[d] -= back;
    if (box.hi[d] > count) {
      geometry::Box<D> rest = box;
      rest.lo[d] = 0;
      rest.hi[d] = box.hi[d] - count;
      wrap_from(d + 1, rest, visit);
      box.hi[d] = count;
    }
    wrap_from(d + 1, box, visit);
  }

  std::int32_t side_;
  geometry::Index<D> cells_;
  geometry::Box<D> tiles_;
  std::array<bool, static_cast<std::size_t>(D)> periodic_;
};

}  // namespace evenkeel::hierarchy
