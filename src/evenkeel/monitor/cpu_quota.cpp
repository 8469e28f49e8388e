// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quotas of control groups.
#include "evenkeel/monitor/cpu_quota.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>

#include "evenkeel/monitor/control_group.hpp"

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

}  // namespace

std::optional<double> cpu_quota(const fs::path& root) {
  std::optional<double> least;
  for (const fs::path& folder : group_folders(root, "cpu")) {
    std::optional<double> here =
        ratio(number_in(folder / "cpu.max", 0), number_in(folder / "cpu.max", 1));
    if (!here) {
      here = ratio(number_in(folder / "cpu.cfs_quota_us", 0),
                   number_in(folder / "cpu.cfs_period_us", 0));
    }
    least = here && least ? std::min(*here, *least) : here ? here : least;
  }
  return least;
}

}  // namespace evenkeel::monitor
