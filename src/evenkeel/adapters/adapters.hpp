// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Other people's libraries as partitioners: Zoltan, METIS, Scotch, those that the build found.
#pragma once

#include "evenkeel/core/registry.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::adapters {

/// Adds every adapter of this build. Generated from the names of files in methods/.
///
/// Zoltan needs MPI, which the first use starts where the program has not; it then ends with the
/// process, or before by the program's own MPI_Finalize. All of them work inside one process,
/// whatever the number of ranks.
void register_builtin(Registry<partition::Partitioner>& registry);

}  // namespace evenkeel::adapters
