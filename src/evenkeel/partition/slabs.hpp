// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Block distributions: the domain cut into slabs, these into bars, these into boxes.
#pragma once

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Divides the base cells, whatever is refined above them, in proportion to the capacities: along
/// axis 0 into slabs for groups of processors, each slab along axis 1 for smaller groups, until
/// \p axes axes are cut. Groups are as equal in number as the number of processors lets them be.
///                                                       (Sinha & Parashar 2002, section 4.1: DAGH)
///
/// \returns shape [units]
Owners cut_into_slabs(const Problem& problem, int axes);

}  // namespace evenkeel::partition
