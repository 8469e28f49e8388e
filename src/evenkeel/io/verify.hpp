// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Finds damage in checkpoints, and the newest one without.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel::io {

/// Reads every byte of the checkpoint \p dir. Not collective; never throws for damage.
///
/// \returns one sentence per fault, naming the file and, for a damaged box, its level, cells,
///          offset, expected and found hash; empty if all is well
std::vector<std::string> verify(const std::filesystem::path& dir);

/// The checkpoints chk<digits> of \p run_dir, newest first; empty if the directory is missing.
///
/// \param ending  after the digits: kUnfinished lists what a killed run has left
std::vector<std::filesystem::path> list_checkpoints(const std::filesystem::path& run_dir,
                                                    std::string_view ending = "");

inline constexpr std::string_view kUnfinished = ".tmp";

struct Usable {
  std::optional<std::filesystem::path> checkpoint;  ///< newest without fault, if there is one
  std::vector<std::string> problems;                ///< of each newer one its name and first fault
};

/// Not collective.
Usable find_usable(const std::filesystem::path& run_dir);

}  // namespace evenkeel::io
