// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What no assignment of whole pieces can beat.
#pragma once

#include <span>

namespace evenkeel::partition {

/// Least time in which \p count pieces of \p load each can be done: the first t at which
/// sum_k floor(t C_k / load) reaches \p count. Cost: O(processors log processors).
///
/// \param capacity  shape [processors], >= 0, sum > 0
double time_of_pieces(double count, double load, std::span<const double> capacity);

/// A time that the slowest processor needs at least, however pieces are dealt out: the j heaviest
/// sit on at most j processors, which together offer at most the j largest capacities; all of them
/// on all processors; and in no time does a processor do more pieces than it could of the lightest.
/// 0 without load.
///
/// \param load      shape [pieces], >= 0
/// \param capacity  shape [processors], >= 0, sum > 0
double least_time(std::span<const double> load, std::span<const double> capacity);

}  // namespace evenkeel::partition
