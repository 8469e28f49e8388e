// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What reads files, and good texts for it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace evenkeel::fuzz {

/// Good texts, and what reads them.
struct Reader {
  std::vector<std::string> seeds;
  std::function<void(const std::string& text)> read;
};

/// How to make them, by name.
using Readers = std::map<std::string, std::function<Reader()>>;

Readers case_readers();     ///< of cases and of what stands in them
Readers file_readers();     ///< of files about grids and runs
Readers machine_readers();  ///< of what machines say

}  // namespace evenkeel::fuzz
