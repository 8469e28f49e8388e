// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a patch that waits for other ranks is advanced in parts.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"

namespace evenkeel::hierarchy {

/// The parts of one patch, in the order in which they are advanced: the first reads nothing that is
/// waited for. Parts are large, for rows that are cut short and what is computed on both sides of a
/// cut cost more than little.
template <int D>
struct PatchParts {
  std::vector<geometry::Box<D>> boxes;  ///< make up the patch; none: it is advanced as a whole
  /// By box: cells of it that later ones read, disjoint.
  std::vector<geometry::BoxList<D>> edges;

  bool is_empty() const { return boxes.empty(); }
};

/// Parts a patch. Not collective.
///
/// \param valid    cells of the patch
/// \param waiting  ghosts of it that come from other ranks
/// \param ghosts   cells that a stage reads around a cell
/// \param ratio    that cuts are aligned to if \p valid is
/// \returns none where less than a quarter of the patch would be left for the first part, or the
///          patch is so thin that walls mirror beyond one side what lies beyond the other
template <int D>
PatchParts<D> parts_beside(const geometry::Box<D>& valid, std::span<const geometry::Box<D>> waiting,
                           int ghosts, int ratio);

}  // namespace evenkeel::hierarchy
