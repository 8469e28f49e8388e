// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quotas of control groups.
#include "evenkeel/monitor/cpu_quota.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

namespace evenkeel::monitor {
namespace {

namespace fs = std::filesystem;

/// The \p nth word of a file as a number. Nothing if the file or a number is missing ("max").
std::optional<double> number_in(const fs::path& path, int nth) {
  std::ifstream file(path);
  std::string word;
  for (int i = 0; i <= nth; ++i) {
    file >> word;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return file && whole ? std::optional(value) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> quota, std::optional<double> period) {
  return quota && period && *quota > 0.0 && *period > 0.0 ? std::optional(*quota / *period)
                                                          : std::nullopt;
}

/// Least quota of \p group and of the groups around it, below \p mount.
std::optional<double> least_quota(const fs::path& mount, fs::path group) {
  std::optional<double> least;
  while (true) {
    const fs::path folder = mount / group;
    std::optional<double> here =
        ratio(number_in(folder / "cpu.max", 0), number_in(folder / "cpu.max", 1));
    if (!here) {
      here = ratio(number_in(folder / "cpu.cfs_quota_us", 0),
                   number_in(folder / "cpu.cfs_period_us", 0));
    }
    least = here && least ? std::min(*here, *least) : here ? here : least;
    if (group.empty()) {
      return least;
    }
    group = group.parent_path();
  }
}

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

}  // namespace

std::optional<double> cpu_quota(const fs::path& root) {
  const fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream groups(root / "proc/self/cgroup");
  std::optional<double> least;
  // "0::/path" is version 2, "4:cpu,cpuacct:/path" version 1.
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(":/", first == line.npos ? first : first + 1);
    if (second == line.npos) {
      continue;
    }
    const std::string_view controllers =
        std::string_view(line).substr(first + 1, second - first - 1);
    if (controllers.empty() || holds(controllers, "cpu")) {
      const auto here =
          least_quota(controllers.empty() ? mounts : mounts / "cpu", line.substr(second + 2));
      least = here && least ? std::min(*here, *least) : here ? here : least;
    }
  }
  return least;
}

}  // namespace evenkeel::monitor
