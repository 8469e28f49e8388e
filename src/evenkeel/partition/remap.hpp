// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Other names for the same parts, so that less data moves.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// What is gained where a row takes a column.
struct Gain {
  std::size_t row = 0;
  std::size_t column = 0;
  double value = 0.0;  ///< >= 0
};

/// Which column each row takes, so that the sum of the chosen values is largest: an assignment.
///
/// Exact up to 256 rows (Kuhn 1955; O(n^3) time, 8 n^2 bytes); above, rows change places, the
/// largest values first, where both gain together: O(gains log gains) time and memory of n and the
/// gains.
///
/// \param size    number of rows, and of columns
/// \param gains   by row and then by column, each pair once; 0 for all others
/// \param allows  whether a row may take a column; its diagonal is allowed, and every choice made
///                is
/// \returns       shape [size], a permutation
std::vector<int> best_assignment(std::size_t size, std::span<const Gain> gains,
                                 const std::function<bool(std::size_t, std::size_t)>& allows);

/// Parts of \p owners go to other processors, each to one, where so less memory moves from the
/// previous owners: among processors of equal capacity, so that no balance changes on any level;
/// with \p epsilon > 0 also to any who needs no more than 1 + epsilon times as long for the part as
/// the slowest processor takes now. Without previous owners nothing changes.
///
/// Above 256 processors it takes memory of the units and the processors, not of pairs of them.
///
/// \returns shape [units]
Owners remap(const Problem& problem, const Owners& owners, double epsilon);

}  // namespace evenkeel::partition
