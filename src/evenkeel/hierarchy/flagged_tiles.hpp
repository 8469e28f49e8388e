// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which tiles of a level have to be refined, put together from all ranks.
#pragma once

#include <span>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/nesting.hpp"
#include "evenkeel/hierarchy/regrid.hpp"
#include "evenkeel/hierarchy/tile_set.hpp"

namespace evenkeel::hierarchy {

/// Adds the tiles within \p buffer cells of the flagged cells of \p box. Not collective.
///
/// Cost: one look at every flag, and O(2^D) look-ups per run of flags along axis 0.
/// \pre as many flags as cells of the box
template <int D>
void add_flags(const TileLattice<D>& lattice, const geometry::Box<D>& box, const Flags& flags,
               int buffer, TileSet<D>& tiles);

/// Up to so many blocks of all ranks together, every rank is told all of them. 200 kB.
inline constexpr std::size_t kFewBlocks = 1 << 13;

/// What ranks know of the tiles of all of them.
template <int D>
struct GatheredTiles {
  TileSet<D> tiles;
  bool is_all = false;  ///< all of them, on every rank; else each block is on one rank only
};

/// Unites what ranks have of blocks: all blocks on every rank where they are few, else each on the
/// rank that owns the base cell under it. Collective: two exchanges where blocks are few.
///
/// \param to_base  cells along a side of a base cell
template <int D>
GatheredTiles<D> gather_tiles(const comm::Communicator& communicator, const Level<D>& base_level,
                              const TileLattice<D>& lattice, int to_base, const TileSet<D>& tiles,
                              std::size_t few_blocks = kFewBlocks);

/// The blocks without the tiles that may not be refined. Not collective.
template <int D>
std::vector<TileBlock<D>> permitted(const NestingDomain<D>& domain, int level,
                                    std::span<const TileBlock<D>> blocks);

}  // namespace evenkeel::hierarchy
