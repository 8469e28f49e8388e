// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel explain`: what a key or a plug-in is, its unit, default, range and source.
#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/families.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/io/case_schema.hpp"

namespace evenkeel::cli {
namespace {

std::string allowed(const io::KeySpec& key) {
  if (!key.choices.empty()) {
    return join(key.choices);
  }
  const bool number = key.type != io::KeyType::kText && key.type != io::KeyType::kTexts &&
                      key.type != io::KeyType::kBoolean;
  if (!number || (std::isinf(key.min) && std::isinf(key.max))) {
    return std::string(io::type_name(key.type));
  }
  return std::isinf(key.max) ? fmt::format("{} or more", key.min)
                             : fmt::format("{} to {}", key.min, key.max);
}

void print(const io::KeySpec& key) {
  std::cout << fmt::format("{}: {}\n", key.name, key.help);
  std::cout << fmt::format("  type     {}{}\n", io::type_name(key.type),
                           key.unit.empty() ? "" : fmt::format(" [{}]", key.unit));
  std::cout << fmt::format("  default  {}\n", key.fallback.empty() ? "not set" : key.fallback);
  std::cout << fmt::format("  allowed  {}\n", allowed(key));
  if (!key.source.empty()) {
    std::cout << fmt::format("  source   {}\n", key.source);
  }
}

std::string described(const ParamInfo& param) {
  return fmt::format("{} = {}{}: {}; allowed {}", param.name, param.fallback,
                     param.unit.empty() ? "" : fmt::format(" [{}]", param.unit), param.help,
                     param.allowed);
}

void print(const PluginInfo& plugin) {
  std::cout << fmt::format("{} ({}): {}\n  source   {}\n", plugin.name, plugin.family,
                           plugin.summary, plugin.source);
  for (const ParamInfo& param : plugin.params) {
    std::cout << "  " << described(param) << "\n";
  }
}

void overview() {
  for (const io::KeySpec& key : io::case_keys()) {
    std::cout << fmt::format("{:<26} {:<14} {}\n", key.name,
                             key.fallback.empty() ? "-" : key.fallback, key.help);
  }
}

int explain(const std::string& name) {
  if (name.empty()) {
    overview();
    return kDone;
  }
  bool found = false;
  std::vector<std::string_view> known;
  for (const io::KeySpec& key : io::case_keys()) {
    const std::string_view last = key.name.substr(key.name.find('.') + 1);
    known.push_back(key.name);
    known.push_back(last);
    if (key.name == name || last == name || key.name.starts_with(name + ".")) {
      print(key);
      found = true;
    }
  }
  const std::vector<PluginInfo> plugins = all_plugins();
  for (const PluginInfo& plugin : plugins) {
    known.push_back(plugin.name);
    if (plugin.name == name) {
      print(plugin);
      found = true;
    }
    for (const ParamInfo& param : plugin.params) {
      known.push_back(param.name);
      if (param.name == name.substr(name.find('.') + 1)) {
        std::cout << fmt::format("{} ({}): {}\n", plugin.name, plugin.family, described(param));
        found = true;
      }
    }
  }
  if (!found) {
    throw InputError("nothing is called '" + name + "'" + suggestion(name, known) +
                     "; `evenkeel explain` alone lists all keys, `evenkeel list` all plug-ins");
  }
  return kDone;
}

}  // namespace

void add_explain(Command& program, Action& action) {
  auto name = std::make_shared<std::string>();
  Command command = program.add_subcommand(
      "explain", "say what a key of a case file or a plug-in is; without a name, list all keys");
  command.footer("Example:\n  evenkeel explain mesh.buffer\n  evenkeel explain ccp");
  command.add_option("name", *name, "a key, a table of keys, a plug-in or a parameter");
  command.callback([name, &action] { action = [name](int&, char**&) { return explain(*name); }; });
}

}  // namespace evenkeel::cli
