// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Pictures of a partition: one colour for each part, darker where units are refined.
#pragma once

#include <cstddef>
#include <vector>

#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::cli {

/// A PNG file of who owns what: the lattice of blocks in 2-D, a strip in 1-D, in 3-D three slices
/// side by side, through the middle of axis 2, 1 and 0. Axis 0 points right, the next one up.
///
/// \param owners  shape [units]
/// \pre there is a unit
std::vector<std::byte> part_picture(const workload::UnitList& units,
                                    const std::vector<int>& owners);

}  // namespace evenkeel::cli
