// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where new levels may be: far enough from the end of the level they grow from.
#pragma once

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/coverage.hpp"
#include "evenkeel/hierarchy/tile_lattice.hpp"

namespace evenkeel::hierarchy {

/// The cells of levels base, base + 1, ... that may be refined ("proper nesting domain").
///
/// A tile of the base level may if all cells within \p margin of it are in the level, up to
/// physical boundaries; a tile of a finer level if all cells within the margin lie in tiles that
/// may. So boxes made of such tiles leave the margin, and stay so when they are projected down.
///                                                                       (algorithms 6.5)
/// Outlived by the base level.
template <int D>
class NestingDomain {
 public:
  /// \param margin  [cells]   \param tile  side of a tile [cells of its level]
  NestingDomain(const Mesh<D>& mesh, const Level<D>& base, int margin, std::int32_t tile);

  const TileLattice<D>& lattice(int level) const {
    return lattices_[static_cast<std::size_t>(level - base_)];
  }

  /// Replaces \p out by boxes of tiles of \p level that hold all tiles of \p tiles that may not be
  /// refined; they may overlap and reach beyond. Cost of the common case, nothing: one box search.
  void forbidden(int level, const geometry::Box<D>& tiles, geometry::BoxList<D>& out) const;

 private:
  int base_;
  int ratio_;
  int margin_;
  Coverage<D> coverage_;                  ///< of the base level
  std::vector<TileLattice<D>> lattices_;  ///< of levels base, base + 1, ...
};

}  // namespace evenkeel::hierarchy
