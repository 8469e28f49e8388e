// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sub-commands that other programs carry out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace evenkeel::cli {

/// Gives the process over to \p program, which is looked for in PATH where it has no folder.
///
/// \param words  all, its name first
/// \throws SystemError if it cannot be started
[[noreturn]] void become(const std::filesystem::path& program, std::vector<std::string> words);

}  // namespace evenkeel::cli
