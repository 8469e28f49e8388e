// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From flags to the boxes of new levels.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::hierarchy {

/// How flags become boxes (algorithms 6.3-6.5).
struct RegridOptions {
  double efficiency = 0.8;  ///< least flagged share of a box
  int buffer = 2;           ///< cells by which flags are dilated, in cells of the flagged level
  int min_box = 4;  ///< least side [cells of the new level]; box corners are multiples of it
  int nesting = 2;  ///< coarse cells between a level and the end of its parent
};

/// Flags of one local patch: one byte a cell of patch.box, axis 0 fastest; 1 = refine.
using Flags = std::vector<std::uint8_t>;

/// Boxes of levels base + 1, base + 2, ... (index [0] is base + 1) that cover the flagged cells.
///
/// Collective. Levels are clustered from the finest possible one down to base + 1, each flag set
/// enlarged by the finer level's boxes, so that levels nest properly; the result depends on the set
/// of flagged cells alone, never on ranks or boxes. Boxes are neither chopped to a greatest side
/// nor cut at owners: that is the layout's business.
///
/// \param flag  gives the flags of local patches of one level, shape [patches]; called once per
///              level base, ..., min(finest present, max_levels - 2), on every rank
template <int D>
std::vector<geometry::BoxList<D>> regrid_boxes(
    const comm::Communicator& communicator, const Mesh<D>& mesh,
    std::span<const std::unique_ptr<Level<D>>> levels, int base, const RegridOptions& options,
    const std::function<std::vector<Flags>(int level)>& flag);

}  // namespace evenkeel::hierarchy
