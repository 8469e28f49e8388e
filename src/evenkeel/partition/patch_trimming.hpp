// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Slices cut off pieces whose owners have too much.
#pragma once

#include <cstdint>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/partition/chains.hpp"

namespace evenkeel::partition {

/// Pieces of one level dealt out.
struct DealtPieces {
  geometry::BoxList<3> piece;
  std::vector<int> worker;  ///< [pieces]
};

/// Cuts slices off the pieces of workers that hold more than \p cells_per_capacity times their
/// capacity, at multiples of \p align, and gives them to those who hold less: the largest excess
/// first, to the largest room, until nobody is over or no cut helps.
///
/// \returns  the same cells
DealtPieces trim(DealtPieces dealt, const Workers& workers, double cells_per_capacity,
                 std::int32_t align);

}  // namespace evenkeel::partition
