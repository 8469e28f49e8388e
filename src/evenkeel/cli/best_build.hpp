// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One package for old and new processors: the program gives way to the build that fits best.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace evenkeel::cli {

/// The build for the first of \p levels that lies beside the program \p own, as the build tree or
/// an installation has it; empty where there is none.
///
/// \param levels  names as compilers have them ("x86-64-v3"), the best first
std::filesystem::path best_build(const std::filesystem::path& own,
                                 std::span<const std::string_view> levels);

/// Goes on as the best build for this processor where there is one, with the same words; else
/// returns. So it does when it has done so before, and when EVENKEEL_ISA is set, to whatever.
///
/// Does nothing in a program that was compiled for such a processor itself.
void give_way_to_best_build(char** words);

}  // namespace evenkeel::cli
