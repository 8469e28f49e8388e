// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What cells cost where: counts of all ranks as weights of blocks.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/hierarchy/mesh.hpp"
#include "evenkeel/solver/source_terms.hpp"

namespace evenkeel::runtime {

/// Cost of one cell update in each block of \p granularity base cells: 1 and what source terms add.
///
/// A level that was not there yet counts as the next coarser one. Collective: counts of blocks are
/// gathered from those who hold them, so every rank has the same weights.
/// \param tiles  of this rank  \param price  of what they count \see SourcePrice
/// \returns shape [blocks][mesh.max_levels], as workload::UnitOptions::block_cost wants it
template <int D>
std::vector<double> block_costs(const comm::Communicator& communicator,
                                const hierarchy::Mesh<D>& mesh, int granularity,
                                std::span<const solver::TileCost<D>> tiles, double price = 1.0);

}  // namespace evenkeel::runtime
