// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Curve cuts that balance every level by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/unit_graph.hpp"

namespace evenkeel::partition {

/// Orders in which a group may be cut beside that of the units.
struct Orders {
  std::vector<std::vector<std::uint32_t>> more;  ///< each of all units
  const UnitGraph* graph = nullptr;              ///< of the units, to compare borders
};

/// Deals out units by the finest level they reach, the deepest first; those that reach no further
/// than \p group_below count as one group, dealt out last by their load over all levels. Each group
/// is a chain in curve order, cut with the least bottleneck for quotas
///
///   q_k = max(0, C_k (sum_j w_j + W) - w_k)             (Li 2005, table 4.4)
///
/// with W the load of the group and w_k what deeper units have already given processor k, both on
/// the level of the group: when every level is in balance, so is their sum. With \p group_below of
/// the finest level that is the composite cut. Of several \p orders each group has that with
/// the shortest borders within it and to deeper units, among those that leave it as balanced.
///
/// \returns  shape [units]
Owners cut_by_depth(const Problem& problem, int group_below, const Orders& orders = {});

}  // namespace evenkeel::partition
