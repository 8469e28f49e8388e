// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What cells weigh in the boxes of a trace.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::workload {

/// What an update of a cell of each box takes against an ordinary one: costs beyond 1 at the price
/// that \p header tells.
///
/// \returns shape [levels][boxes], or nothing where \p regrid has no costs
std::vector<std::vector<double>> cell_weights(const TraceHeader& header, const TraceRegrid& regrid);

/// Costs for \p regrid, whose boxes have none: the mean of each level of \p other, over its cells.
/// Levels that are not there cost what the next coarser one does. \pre \p other has costs
std::vector<std::vector<double>> mean_costs(const TraceRegrid& other, const TraceRegrid& regrid);

/// Weights of boxes as those of blocks: means over the cells of the boxes in a block; 1 where there
/// are none.
///
/// Cost: O(blocks * levels + blocks that boxes meet).
///
/// \param weights  shape [levels][boxes], or none
/// \returns shape [blocks][levels], as UnitOptions::block_cost wants it, or nothing
template <int D>
std::vector<double> block_weights(const geometry::Box<D>& base_domain, std::int32_t granularity,
                                  int ratio, std::span<const geometry::BoxList<D>> level_boxes,
                                  std::span<const std::vector<double>> weights);

}  // namespace evenkeel::workload
