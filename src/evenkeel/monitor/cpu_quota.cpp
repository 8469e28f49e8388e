// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quotas of control groups.
#include "evenkeel/monitor/cpu_quota.hpp"

#include <algorithm>

#include "evenkeel/monitor/control_group.hpp"
#include "evenkeel/monitor/scan.hpp"

namespace evenkeel::monitor {

std::optional<double> quota_of(std::optional<double> quota, std::optional<double> period) {
  return quota && period && *quota > 0.0 && *period > 0.0 ? std::optional(*quota / *period)
                                                          : std::nullopt;
}

std::optional<double> cpu_quota(const std::filesystem::path& root) {
  std::optional<double> least;
  for (const std::filesystem::path& folder : group_folders(root, "cpu")) {
    std::optional<double> here =
        quota_of(number_in(folder / "cpu.max"), number_in(folder / "cpu.max", 1));
    if (!here) {
      here =
          quota_of(number_in(folder / "cpu.cfs_quota_us"), number_in(folder / "cpu.cfs_period_us"));
    }
    least = here && least ? std::min(*here, *least) : here ? here : least;
  }
  return least;
}

}  // namespace evenkeel::monitor
