// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Replaces the process.
#include "evenkeel/cli/become.hpp"

#include <cerrno>

#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::cli {

void become(const std::filesystem::path& program, std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  execvp(program.c_str(), arguments.data());
  throw system_error("start", program, errno);
}

}  // namespace evenkeel::cli
