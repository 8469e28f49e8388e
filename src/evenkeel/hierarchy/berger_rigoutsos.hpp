// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Boxes around flagged tiles, from the projections of their number on the axes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/tile_set.hpp"

namespace evenkeel::hierarchy {

/// Where a box is cut along one axis, best kind first.
struct SignatureCut {
  enum class Kind { kHole, kInflection, kBisection, kNone };
  Kind kind = Kind::kNone;
  std::int32_t at = 0;  ///< first plane of the upper part, 0 < at < planes

  bool operator==(const SignatureCut&) const = default;
};

/// The cut that the signature (flagged tiles of each plane) of one axis proposes.
///
///   D(i) = S(i+1) - 2 S(i) + S(i-1)
/// In this order: an empty plane, the one nearest the centre; the largest jump |D(i) - D(i-1)| > 2
/// where D changes sign, two planes or more from the ends, ties nearest the centre; the middle. One
/// plane cannot be cut.                                        (Berger and Rigoutsos 1991)
/// \pre the first and last planes are not empty
SignatureCut find_cut(std::span<const std::int64_t> signature);

/// Disjoint boxes of tiles that hold every flagged tile, each at least \p efficiency full.
///
/// Boxes are halved at the best cut of all axes until they are full enough; those of one generation
/// share one reduction of their signatures, so that every rank takes the same decisions and the
/// result depends on the set of tiles alone. Adjacent boxes are not merged. Collective over \p
/// sharers.
///
/// Cost: O(local blocks + boxes) per generation; as many generations as the deepest cut.
/// \param blocks   the flagged tiles of this rank; every tile on one rank only, in any order
/// \param domain   holds all tiles
/// \param sharers  ranks that have the other tiles; null: there are no others
template <int D>
geometry::BoxList<D> cluster_tiles(std::span<const TileBlock<D>> blocks,
                                   const geometry::Box<D>& domain, double efficiency,
                                   const comm::Communicator* sharers = nullptr);

}  // namespace evenkeel::hierarchy
