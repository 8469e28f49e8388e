// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cells of ranks, and what they take, from grids dealt out.
#pragma once

#include <cstddef>
#include <vector>

#include "evenkeel/simulator/step_model.hpp"

namespace evenkeel::simulator {

/// Weights of boxes, [levels][boxes]; or none: all weigh 1. \see workload::cell_weights
using BoxWeights = std::vector<std::vector<double>>;

/// Weights of what deal_out() has made of \p boxes. \returns shape [levels][owned boxes], or none
template <int D>
BoxWeights dealt_weights(const std::vector<geometry::BoxList<D>>& boxes, const BoxWeights& weights,
                         const Dealt<D>& dealt);

/// \param weights  shape [levels][owned boxes], or none
template <int D>
RankTables rank_tables(const Dealt<D>& levels, const BoxWeights& weights, std::size_t ranks,
                       const CostModel& model);

}  // namespace evenkeel::simulator
