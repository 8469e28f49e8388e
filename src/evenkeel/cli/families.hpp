// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// All plug-ins of the build in one list, whatever their family.
#pragma once

#include <string_view>
#include <vector>

#include "evenkeel/core/plugin_info.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::cli {

/// The registries behind all families: what a run chooses from. Partitioners of other people's
/// libraries are among them, which the runtime itself does not link.
runtime::Plugins all_families();

/// Family by family, names in order.
std::vector<PluginInfo> all_plugins();

std::vector<std::string_view> family_names();

}  // namespace evenkeel::cli
