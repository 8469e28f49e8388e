// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parameters and plug-ins in words.
#include "evenkeel/core/plugin_info.hpp"

#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"

namespace evenkeel {
namespace {

std::string default_text(const ParamSpec& spec) {
  return spec.choices.empty() ? fmt::format("{}", spec.fallback)
                              : std::string(spec.choices[static_cast<std::size_t>(spec.fallback)]);
}

std::string range_text(const ParamSpec& spec) {
  if (!spec.choices.empty()) {
    return join(spec.choices);
  }
  if (std::isinf(spec.min) && std::isinf(spec.max)) {
    return "any number";
  }
  const std::string range = std::isinf(spec.max) ? fmt::format("{} or more", spec.min)
                                                 : fmt::format("{} to {}", spec.min, spec.max);
  return spec.is_whole ? range + ", whole" : range;
}

}  // namespace

ParamInfo describe(const ParamSpec& spec) {
  return {std::string(spec.name), std::string(spec.unit), default_text(spec), range_text(spec),
          std::string(spec.help)};
}

JsonLine to_json(const ParamInfo& param) {
  JsonLine line;
  line.add("name", param.name).add("unit", param.unit).add("default", param.fallback);
  line.add("allowed", param.allowed).add("help", param.help);
  return line;
}

JsonLine to_json(const PluginInfo& plugin) {
  std::vector<JsonLine> params;
  for (const ParamInfo& param : plugin.params) {
    params.push_back(to_json(param));
  }
  JsonLine line;
  line.add("family", plugin.family).add("name", plugin.name).add("summary", plugin.summary);
  line.add("source", plugin.source).add("parameters", params);
  return line;
}

}  // namespace evenkeel
