// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where the control groups of this process are, in both versions.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace evenkeel::monitor {

/// Folders of the group of this process for \p controller ("cpu", "memory") and of the groups
/// around it, innermost first; those of version 2 behind those of version 1. Empty where there are
/// none.
std::vector<std::filesystem::path> group_folders(const std::filesystem::path& root,
                                                 std::string_view controller);

}  // namespace evenkeel::monitor
