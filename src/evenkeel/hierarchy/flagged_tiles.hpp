// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which tiles of a level have to be refined, every one on one rank.
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

/// Sends every block of tiles to the rank that owns the base cell under it.
///
/// Collective. \returns the union of what all ranks had of the blocks that are this rank's
/// \param level  whose tiles these are
template <int D>
TileSet<D> gather_at_home(const comm::Communicator& communicator, const Mesh<D>& mesh,
                          const Level<D>& base_level, const TileLattice<D>& lattice, int level,
                          const TileSet<D>& tiles);

/// The blocks without the tiles that may not be refined. Not collective.
template <int D>
std::vector<TileBlock<D>> permitted(const NestingDomain<D>& domain, int level,
                                    std::span<const TileBlock<D>> blocks);

}  // namespace evenkeel::hierarchy
