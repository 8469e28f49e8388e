// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regions of fine patches that only the next coarser level can fill, and the coarse cells for it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/hierarchy/copy_plan.hpp"
#include "evenkeel/hierarchy/coverage.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/storage/array.hpp"

namespace evenkeel::hierarchy {

/// A region of one local fine patch to be interpolated from the coarser level.
template <int D>
struct FringePiece {
  std::size_t patch = 0;    ///< position among the local patches of the fine level
  geometry::Box<D> fine;    ///< cells to fill, fine index space; may lie beyond a periodic
                            ///< boundary, never beyond a physical one
  geometry::Box<D> coarse;  ///< coarsen(fine) grown by the interpolation stencil; the part beyond
                            ///< a physical boundary is for the boundary condition to fill
  bool is_spare = false;    ///< no stage of the scheme reads any of these cells
};

/// Pieces, and the coarse values for them.
template <int D>
struct Fringe {
  std::vector<FringePiece<D>> pieces;    ///< in patch order
  std::vector<storage::View<D>> values;  ///< [pieces] on FringePiece::coarse
  storage::Array<2> memory;              ///< of the values
};

/// How far interpolation goes.
struct FringeReach {
  int width = 0;    ///< cells around a patch that are wanted too
  int stencil = 0;  ///< coarse cells around those under the fine ones
};

/// Which cells of which patches of a fine level are interpolated.
template <int D>
struct FringeRule {
  FringeReach reach;
  std::span<const std::int32_t> boxes;  ///< that are asked, \see readers
  /// Appends to its second argument the wanted cells of one box of the fine level: inside the box
  /// grown by reach.width, disjoint, the same on every rank.
  std::function<void(std::int32_t box, geometry::BoxList<D>& wanted)> wanted;
};

/// Fine boxes of this rank, and those of others that may read coarse cells of this rank;
/// ascending. Not collective. Cost: O(local boxes of both levels * log).
template <int D>
std::vector<std::int32_t> readers(const Mesh<D>& mesh, const Level<D>& fine,
                                  const Level<D>& coarser, const FringeReach& reach, int rank);

/// Adds to \p plan, as its next group, the copies from \p coarser that \p rule asks for, and gives
/// the pieces of this rank, yet without memory: their values are the group's targets.
///
/// Not collective. Cost: O(local boxes of both levels * log).
/// \pre the coarser level covers what is read of it ("proper nesting"), up to physical boundaries
template <int D>
Fringe<D> add_fringe(CopyPlan<D>& plan, const Mesh<D>& mesh, const Level<D>& fine,
                     const Level<D>& coarser, const FringeRule<D>& rule, int rank);

/// Takes one block of memory for the values of all pieces.
template <int D>
void allocate_fringe(storage::Pool& pool, int components, Fringe<D>& fringe);

}  // namespace evenkeel::hierarchy
