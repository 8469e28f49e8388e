// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cutting the curve when every rank holds only its part of the units.
#pragma once

#include <span>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/partition/distributed_chain.hpp"

namespace evenkeel::runtime {

/// Owners of the units of this rank; those of rank r lie on the curve between those of r - 1 and
/// r + 1. How far the bottleneck may be above that of the serial cut is in the result.
///
/// Collective over \p communicator. Memory: O(units of this rank + processors * per_processor);
/// two gathers.
/// \param load           shape [units of this rank], >= 0
/// \param capacity       shape [processors], >= 0, sum > 0, the same on every rank
/// \param per_processor  blocks for each processor: more of them, a closer bound
partition::PartCut distributed_cut(const comm::Communicator& communicator,
                                   std::span<const double> load, std::span<const double> capacity,
                                   int per_processor = 64);

}  // namespace evenkeel::runtime
