// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Carries the complement of the base level up through the levels.
#include "evenkeel/hierarchy/nesting.hpp"

namespace evenkeel::hierarchy {

template <int D>
NestingDomain<D>::NestingDomain(const Mesh<D>& mesh, const Level<D>& base, int margin,
                                std::int32_t tile)
    : base_(base.number()), ratio_(mesh.ratio), margin_(margin), coverage_(mesh, base) {
  for (int level = base_; level < mesh.max_levels; ++level) {
    lattices_.emplace_back(mesh, level, tile);
  }
}

template <int D>
void NestingDomain<D>::forbidden(int level, const geometry::Box<D>& tiles,
                                 geometry::BoxList<D>& out) const {
  // Down: the base cells whose absence can forbid one of the tiles.
  geometry::Box<D> reach = lattice(level).cells_of(tiles).grow(margin_);
  for (int l = level - 1; l >= base_; --l) {
    const geometry::Box<D> below = lattice(l).tiles_over(reach.coarsen(ratio_));
    reach = lattice(l).cells_of(below).grow(margin_);
  }
  coverage_.uncovered(reach, out);
  // Up: the tiles that the absent ones forbid.
  for (geometry::Box<D>& hole : out) {
    hole = lattice(base_).tiles_over(hole.grow(margin_));
    for (int l = base_ + 1; l <= level; ++l) {
      const geometry::Box<D> refined = lattice(l - 1).cells_of(hole).refine(ratio_);
      hole = lattice(l).tiles_over(refined.grow(margin_));
    }
  }
}

template class NestingDomain<1>;
template class NestingDomain<2>;
template class NestingDomain<3>;

}  // namespace evenkeel::hierarchy
