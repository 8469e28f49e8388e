// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// All plug-ins of the build in one list, whatever their family.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/params.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::cli {

/// What a plug-in says about itself.
struct PluginInfo {
  std::string_view family;  ///< one of family_names()
  std::string name;
  std::string summary;
  std::string source;
  std::span<const ParamSpec> params;
};

/// The registries behind all families: what a run chooses from. Partitioners of other people's
/// libraries are among them, which the runtime itself does not link.
runtime::Plugins all_families();

/// Family by family, names in order.
std::vector<PluginInfo> all_plugins();

std::vector<std::string_view> family_names();

/// The default of a parameter as a case file would say it.
std::string default_text(const ParamSpec& spec);

/// "1 to 10" or "mc, minmod".
std::string range_text(const ParamSpec& spec);

}  // namespace evenkeel::cli
