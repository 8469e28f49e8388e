// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What no assignment of whole pieces can beat.
#pragma once

#include <span>

namespace evenkeel::partition {

/// A time that the slowest processor needs at least, however pieces are dealt out: the j heaviest
/// sit on at most j processors, which together offer at most the j largest capacities; and all of
/// them on all processors. 0 without load.
///
/// \param load      shape [pieces], >= 0
/// \param capacity  shape [processors], >= 0, sum > 0
double least_time(std::span<const double> load, std::span<const double> capacity);

}  // namespace evenkeel::partition
