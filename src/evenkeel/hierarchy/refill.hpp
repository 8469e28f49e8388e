// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Gives the patches of a new level their values: kept, copied, migrated, or interpolated.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "evenkeel/hierarchy/copy_plan.hpp"
#include "evenkeel/hierarchy/fringe.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::hierarchy {

/// Fills regions of new patches of \p level from the already installed coarser level.
///
/// The coarse values of the pieces have been gathered; boundary conditions and interpolation
/// are the caller's. Called where there are pieces.
template <int D>
using Prolong = std::function<void(Level<D>& level, const Fringe<D>& pieces)>;

/// What a new level takes over from the one it replaces, as far as this rank has a part in it.
template <int D>
struct Heritage {
  std::vector<bool> kept;               ///< [boxes] patches of this rank that were there already
  std::vector<Target<D>> targets;       ///< boxes, ascending, that take values from old ones where
                                        ///< this rank has either; kept ones are of no cells
  std::vector<std::int32_t> last_read;  ///< [old patches] the last box that reads it; -1: none
};

/// Moves the arrays of patches whose box and owner stay from \p old to \p level, and finds out what
/// else old patches are read by. Not collective.
template <int D>
Heritage<D> inherit(Level<D>& old, Level<D>& level, int rank);

/// Where the values of a new level come from.
template <int D>
struct RefillFrom {
  const Mesh<D>* mesh = nullptr;
  const Level<D>* old = nullptr;      ///< the level as it was; null where there was none
  const Level<D>* coarser = nullptr;  ///< the coarser level as it is; null: nothing to interpolate
  int components = 1;                 ///< that are brought along, from the first on
  int stencil = 1;  ///< coarse cells that interpolation reads around a coarse cell
  const Heritage<D>* heritage = nullptr;  ///< from old
  std::span<const std::int32_t> readers;  ///< boxes that may take coarse values of this rank, and
                                          ///< its own; ascending
};

/// Boxes first, ..., last - 1 of a layout.
struct BoxRange {
  std::int32_t first = 0;
  std::int32_t last = 0;

  bool holds(std::int32_t box) const { return first <= box && box < last; }
};

/// Fills the boxes of \p part: copies or migrates what the old level has, interpolates the rest.
///
/// Collective. Other patches need no state arrays. Patches with the same box and owner as an old
/// one are left alone: inherit() has moved them. \pre the other local patches of \p part have
/// state arrays, and views are fresh
/// \returns bytes this rank received [byte]
template <int D>
std::int64_t refill(const comm::Communicator& communicator, storage::Pool& pool, Level<D>& level,
                    const RefillFrom<D>& from, const BoxRange& part, const Prolong<D>& prolong);

}  // namespace evenkeel::hierarchy
