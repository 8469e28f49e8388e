// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asks the processor what it can do, and replaces the process.
#include "evenkeel/cli/best_build.hpp"

#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace evenkeel::cli {
namespace {

constexpr const char* kVariable = "EVENKEEL_ISA";

/// Levels above the oldest that this processor has, the best first.
std::vector<std::string_view> supported_levels() {
  std::vector<std::string_view> levels;
#if defined(__x86_64__) && !defined(__AVX__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) {
    levels.push_back("x86-64-v4");
  }
  if (__builtin_cpu_supports("x86-64-v3")) {
    levels.push_back("x86-64-v3");
  }
#endif
  return levels;
}

}  // namespace

std::filesystem::path best_build(const std::filesystem::path& own,
                                 std::span<const std::string_view> levels) {
  const std::filesystem::path folder = own.parent_path();
  for (const std::string_view level : levels) {
    for (const char* place : {"isa", "../libexec/evenkeel"}) {
      const std::filesystem::path candidate = folder / place / level / own.filename();
      if (access(candidate.c_str(), X_OK) == 0) {
        return candidate;
      }
    }
  }
  return {};
}

void give_way_to_best_build(char** words) {
  const std::vector<std::string_view> levels = supported_levels();
  if (levels.empty() || std::getenv(kVariable) != nullptr) {
    return;
  }
  std::error_code error;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path best = error ? own : best_build(own, levels);
  if (!best.empty()) {
    setenv(kVariable, best.parent_path().filename().c_str(), 1);
    execv(best.c_str(), words);
  }
}

}  // namespace evenkeel::cli
