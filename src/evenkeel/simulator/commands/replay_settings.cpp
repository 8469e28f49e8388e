// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sorts settings by what they are for.
#include "evenkeel/simulator/commands/replay_settings.hpp"

#include <fmt/format.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/setting.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::simulator {
namespace {

/// \throws InputError if it is neither true nor false
bool is_set(const Setting& setting, const std::string& text) {
  const double* const value = std::get_if<double>(&setting.value);
  if (value == nullptr || (*value != 0.0 && *value != 1.0)) {
    throw InputError(fmt::format("-s {}: expected true or false", text));
  }
  return *value == 1.0;
}

}  // namespace

Settings sort_settings(const std::vector<std::string>& texts) {
  Settings settings;
  for (const std::string& text : texts) {
    const Setting setting = parse_setting(text);
    if (setting.group == "cost") {
      settings.cost[setting.name] = setting.value;
    } else if (setting.group == "manage") {
      settings.manage[setting.name] = setting.value;
    } else if (setting.group == "partition" && setting.name == "cell_costs") {
      settings.cell_costs = is_set(setting, text);
    } else if (setting.group == "partition" || setting.group.empty()) {
      settings.partition[setting.name] = setting.value;
    } else {
      throw InputError(fmt::format("-s {}; known groups: partition, manage, cost", text));
    }
  }
  return settings;
}

manager::Octants octants_of(const std::string& file) {
  return manager::parse_octants(builtin<partition::Partitioner>(),
                                file == manager::kPublishedOctants ? "" : read_input(file), file);
}

}  // namespace evenkeel::simulator
