// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One call of Zoltan inside this process.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "evenkeel/adapters/library_partitioner.hpp"

namespace evenkeel::adapters {

/// Names and values for Zoltan_Set_Param.
using ZoltanSettings = std::vector<std::pair<std::string, std::string>>;

/// Starts Zoltan, and MPI where nobody has, which then ends with the process if nobody ends it
/// before; further calls do nothing. Whoever makes a partitioner calls it, so that the time of the
/// first division is its own.
///
/// \throws SystemError after MPI_Finalize
void start_zoltan();

/// Parts of \p task by Zoltan, with unequal part sizes (Zoltan_LB_Set_Part_Sizes), all of them in
/// this process. Geometric methods see the middles of units; graph methods their faces.
///
/// \throws SystemError naming the call that failed, or after MPI_Finalize
std::vector<int> divide_by_zoltan(const Task& task, const ZoltanSettings& settings);

}  // namespace evenkeel::adapters
