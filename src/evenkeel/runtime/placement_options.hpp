// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case file says about placement.
#pragma once

#include "evenkeel/hierarchy/state_shape.hpp"
#include "evenkeel/io/case_file.hpp"
#include "evenkeel/runtime/placement.hpp"

namespace evenkeel::runtime {

/// All but the method of patches and subcycling. Not collective. \pre \p settings is of a
/// CheckedCase
PlacementOptions placement_options(const io::Case& settings, const hierarchy::StateShape& shape,
                                   int rank = 0);

/// Memory that \p rank may use; 0: no limit [byte]. Not collective.
double memory_budget(const io::Case& settings, int rank);

}  // namespace evenkeel::runtime
