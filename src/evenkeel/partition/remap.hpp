// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Other names for the same parts, so that less data moves.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Which column each row takes, so that the sum of the chosen values is largest: an assignment.
///
/// Exact up to 256 rows (Kuhn 1955; O(n^3)); above, rows change places, the largest values first,
/// where both gain together.
///
/// \param value    shape [n][n], >= 0
/// \param allowed  shape [n][n]; its diagonal is allowed, and every choice made is
/// \returns        shape [n], a permutation
std::vector<int> best_assignment(std::span<const double> value, std::span<const char> allowed);

/// Parts of \p owners go to other processors, each to one, where so less memory moves from the
/// previous owners: among processors of equal capacity, so that no balance changes on any level;
/// with \p epsilon > 0 also to any who needs no more than 1 + epsilon times as long for the part as
/// the slowest processor takes now. Without previous owners nothing changes.
///
/// \returns shape [units]
Owners remap(const Problem& problem, const Owners& owners, double epsilon);

}  // namespace evenkeel::partition
