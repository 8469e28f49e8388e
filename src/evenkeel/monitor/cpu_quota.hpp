// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How much processor time the system lets this process have.
#pragma once

#include <filesystem>
#include <optional>

namespace evenkeel::monitor {

/// Processor time a second that this process and those in its control group share [core]: the least
/// quota of its group and of all groups around it. Reads control groups of version 2 (cpu.max) and
/// 1 (cpu.cfs_quota_us). Nothing where there is no quota or none can be read.
///
/// Cost: 10 to 30 us.
///
/// \param root  of the file system; another one in tests
std::optional<double> cpu_quota(const std::filesystem::path& root = "/");

/// What a group may use by its \p quota in a \p period [core]. Nothing where one is not known or
/// not above 0: there is no limit.
std::optional<double> quota_of(std::optional<double> quota, std::optional<double> period);

}  // namespace evenkeel::monitor
