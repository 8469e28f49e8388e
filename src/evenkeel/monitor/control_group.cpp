// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reads /proc/self/cgroup.
#include "evenkeel/monitor/control_group.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace evenkeel::monitor {
namespace {

namespace fs = std::filesystem;

/// Whether \p list, separated by commas, holds \p word.
bool holds(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (list.substr(0, comma) == word) {
      return true;
    }
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

/// \p group below \p mount and all folders between them, innermost first.
void append_folders(const fs::path& mount, fs::path group, std::vector<fs::path>& folders) {
  while (true) {
    folders.push_back(mount / group);
    if (group.empty()) {
      return;
    }
    group = group.parent_path();
  }
}

}  // namespace

std::vector<fs::path> group_folders(const fs::path& root, std::string_view controller) {
  const fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  std::vector<fs::path> first;
  std::vector<fs::path> second;
  // "0::/path" is version 2, "4:cpu,cpuacct:/path" version 1.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t colon = line.find(':');
    const std::size_t next = line.find(":/", colon == line.npos ? colon : colon + 1);
    if (next == line.npos) {
      continue;
    }
    const std::string_view controllers = std::string_view(line).substr(colon + 1, next - colon - 1);
    const fs::path group = fs::path(line.substr(next + 2)).lexically_normal();
    if (controllers.empty()) {
      // Beside version 1, version 2 is mounted one folder deeper.
      std::error_code ignored;
      const fs::path unified = mounts / "unified";
      append_folders(fs::is_directory(unified, ignored) ? unified : mounts, group, second);
    } else if (holds(controllers, controller)) {
      append_folders(mounts / controller, group, first);
    }
  }
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace evenkeel::monitor
