// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// evenkeel-sim, the program beside this one: SimGrid cannot live in a process with MPI.
#pragma once

#include <filesystem>
#include <vector>

#include "evenkeel/cli/families.hpp"

namespace evenkeel::cli {

/// Where it lies, whether it was built or not.
std::filesystem::path simulator_program();

/// What it can be told by name, family by family; nothing where it was not built.
///
/// \throws SystemError if it fails
std::vector<PluginInfo> simulator_plugins();

}  // namespace evenkeel::cli
