// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel explain`: what a key or a plug-in is, its unit, default, range and source.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/families.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/io/case_schema.hpp"
#include "evenkeel/runtime/plugin_checks.hpp"

namespace evenkeel::cli {
namespace {

/// Something that has a name: as people read it, and as programs do.
struct Entry {
  std::string text;
  JsonLine json;
};

std::string allowed(const io::KeySpec& key) {
  const auto words = runtime::plugin_words(key.name, all_families());
  if (!words.empty() || !key.choices.empty()) {
    return join(words.empty() ? key.choices : words);
  }
  const bool number = key.type != io::KeyType::kText && key.type != io::KeyType::kTexts &&
                      key.type != io::KeyType::kBoolean;
  if (!number || (std::isinf(key.min) && std::isinf(key.max))) {
    return std::string(io::type_name(key.type));
  }
  return std::isinf(key.max) ? fmt::format("{} or more", key.min)
                             : fmt::format("{} to {}", key.min, key.max);
}

Entry entry_of(const io::KeySpec& key) {
  Entry entry;
  entry.text =
      fmt::format("{}: {}\n  type     {}{}\n  default  {}\n  allowed  {}\n{}", key.name, key.help,
                  io::type_name(key.type), key.unit.empty() ? "" : fmt::format(" [{}]", key.unit),
                  key.fallback.empty() ? "not set" : key.fallback, allowed(key),
                  key.source.empty() ? "" : fmt::format("  source   {}\n", key.source));
  entry.json.add("key", key.name).add("type", io::type_name(key.type)).add("unit", key.unit);
  entry.json.add("default", key.fallback).add("allowed", allowed(key));
  entry.json.add("help", key.help).add("source", key.source);
  return entry;
}

std::string described(const ParamInfo& param) {
  return fmt::format("{} = {}{}: {}; allowed {}\n", param.name, param.fallback,
                     param.unit.empty() ? "" : fmt::format(" [{}]", param.unit), param.help,
                     param.allowed);
}

Entry entry_of(const PluginInfo& plugin) {
  std::string text = fmt::format("{} ({}): {}\n  source   {}\n", plugin.name, plugin.family,
                                 plugin.summary, plugin.source);
  for (const ParamInfo& param : plugin.params) {
    text += "  " + described(param);
  }
  return {text, to_json(plugin)};
}

Entry entry_of(const PluginInfo& plugin, const ParamInfo& param) {
  JsonLine json;
  json.add("family", plugin.family).add("plugin", plugin.name).append(to_json(param));
  return {fmt::format("{} ({}): {}", plugin.name, plugin.family, described(param)), json};
}

/// Whether parameters of \p plugin can stand in the table that \p name begins with, if with one: a
/// key of it names the plug-in, or the table is called like that.
bool is_in_table(const std::string& name, const PluginInfo& plugin) {
  static const runtime::Plugins plugins = runtime::Plugins::builtin();
  const std::size_t dot = name.find('.');
  const std::string table = name.substr(0, dot);
  const auto names_it = [&](const io::KeySpec& key) {
    return key.name.starts_with(table + ".") &&
           std::ranges::count(runtime::plugin_words(key.name, plugins), plugin.name) > 0;
  };
  return dot == name.npos || table == plugin.name || std::ranges::any_of(io::case_keys(), names_it);
}

/// Keys, plug-ins and parameters called \p name; \p known gets all names there are.
std::vector<Entry> entries_called(const std::string& name, const std::vector<PluginInfo>& plugins,
                                  std::vector<std::string_view>& known) {
  std::vector<Entry> found;
  for (const io::KeySpec& key : io::case_keys()) {
    const std::string_view last = key.name.substr(key.name.find('.') + 1);
    known.push_back(key.name);
    known.push_back(last);
    const bool is_inside =
        key.name.starts_with(name + ".") || last.starts_with(name + ".");  // "region" of mesh
    if (io::find_key(name) == &key || last == name || is_inside) {
      found.push_back(entry_of(key));
    }
  }
  for (const PluginInfo& plugin : plugins) {
    known.push_back(plugin.name);
    known.push_back(plugin.family);
    if (plugin.name == name || plugin.family == name) {
      found.push_back(entry_of(plugin));
    }
    for (const ParamInfo& param : plugin.params) {
      known.push_back(param.name);
      if (param.name == name.substr(name.find('.') + 1) && is_in_table(name, plugin)) {
        found.push_back(entry_of(plugin, param));
      }
    }
  }
  return found;
}

/// All keys, a line each.
void overview(bool json) {
  for (const io::KeySpec& key : io::case_keys()) {
    std::cout << (json ? entry_of(key).json.text() + "\n"
                       : fmt::format("{:<26} {:<14} {}\n", key.name,
                                     key.fallback.empty() ? "-" : key.fallback, key.help));
  }
}

int explain(const std::string& name, bool json) {
  if (name.empty()) {
    overview(json);
    return kDone;
  }
  const std::vector<PluginInfo> plugins = all_plugins();
  std::vector<std::string_view> known;
  const std::vector<Entry> found = entries_called(name, plugins, known);
  if (found.empty()) {
    throw InputError("nothing is called '" + name + "'" + suggestion(name, known) +
                     "; `evenkeel explain` alone lists all keys, `evenkeel list` all plug-ins");
  }
  for (const Entry& entry : found) {
    std::cout << (json ? entry.json.text() + "\n" : entry.text);
  }
  return kDone;
}

}  // namespace

void add_explain(Command& program, Action& action) {
  struct Options {
    std::string name;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  Command command = program.add_subcommand(
      "explain", "say what a key of a case file or a plug-in is; without a name, list all keys");
  command.footer("Example:\n  evenkeel explain mesh.buffer\n  evenkeel explain ccp");
  command.add_option("name", options->name,
                     "a key, a table of keys, a plug-in, a family of them or a parameter");
  command.add_flag("--json", options->json, "one JSON object a line");
  command.callback([options, &action] {
    action = once([options] { return explain(options->name, options->json); });
  });
}

}  // namespace evenkeel::cli
