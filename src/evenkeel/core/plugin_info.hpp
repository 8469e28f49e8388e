// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a plug-in says about itself, as text that may come from another program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/params.hpp"
#include "evenkeel/core/registry.hpp"

namespace evenkeel {

/// A ParamSpec for people.
struct ParamInfo {
  std::string name;
  std::string unit;
  std::string fallback;  ///< as a case file would say it
  std::string allowed;   ///< "1 to 10" or "mc, minmod"
  std::string help;
};

ParamInfo describe(const ParamSpec& spec);

/// {"name", "unit", "default", "allowed", "help"}
JsonLine to_json(const ParamInfo& param);

struct PluginInfo {
  std::string family;
  std::string name;
  std::string summary;
  std::string source;
  std::vector<ParamInfo> params;
};

/// {"family", "name", "summary", "source", "parameters": [...]}
JsonLine to_json(const PluginInfo& plugin);

/// Adds all entries of \p registry, in name order.
template <class Interface>
void append(std::string_view family, const Registry<Interface>& registry,
            std::vector<PluginInfo>& all) {
  for (const auto& [name, entry] : registry.entries()) {
    PluginInfo& plugin = all.emplace_back(std::string(family), std::string(name),
                                          std::string(entry.summary), std::string(entry.source));
    for (const ParamSpec& spec : entry.params) {
      plugin.params.push_back(describe(spec));
    }
  }
}

}  // namespace evenkeel
