// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From the boxes of the levels and the owners of columns to patches with owners.
#pragma once

#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::hierarchy {

/// Cuts the boxes of one level at the borders between owners and to a greatest side.
///
/// Not collective: the same on every rank. Pieces of one owner are coalesced first, then chopped in
/// near-equal parts along planes that are multiples of \p align; sorted along the curve.
/// A composite partition: a patch belongs to the owner of its base-level column (Parashar and
/// Browne; Li 2005, 4.1).
///
/// \param boxes    disjoint
/// \param max_box  greatest side [cells of the level]
/// \pre 1 <= align <= max_box; every column under the boxes has an owner
template <int D>
LevelLayout<D> column_layout(const Mesh<D>& mesh, int level, const geometry::BoxList<D>& boxes,
                             const workload::OwnerMap<D>& owners, int max_box, int align);

/// A layout of \p pieces that have owners already, whatever lies below them: the same coalescing,
/// chopping and sorting.
///
/// \param pieces  disjoint, on \p level
/// \pre 1 <= align <= max_box; every piece has an owner
template <int D>
LevelLayout<D> patch_layout(const Mesh<D>& mesh, int level,
                            std::vector<workload::OwnedBox<D>> pieces, int max_box, int align);

}  // namespace evenkeel::hierarchy
