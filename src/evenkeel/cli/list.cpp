// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel list`: every plug-in, its parameters and where it comes from.
#include <iostream>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/families.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel::cli {
namespace {

void print_line(const PluginInfo& plugin) {
  std::cout << "  " << plugin.name << "  " << plugin.summary << " (" << plugin.source << ")\n";
}

int list(const std::string& family, bool json) {
  const std::vector<PluginInfo> plugins = all_plugins();
  const std::vector<std::string_view> known = family_names();
  if (!family.empty() && std::ranges::find(known, family) == known.end()) {
    throw InputError("no family '" + family + "'; known: " + join(known) +
                     suggestion(family, known));
  }
  std::string_view title;
  for (const PluginInfo& plugin : plugins) {
    if (!family.empty() && plugin.family != family) {
      continue;
    }
    if (json) {
      std::cout << to_json(plugin).text() << "\n";
      continue;
    }
    if (plugin.family != title) {
      title = plugin.family;
      std::cout << title << "\n";
    }
    print_line(plugin);
  }
  return kDone;
}

}  // namespace

void add_list(Command& program, Action& action) {
  struct Options {
    std::string family;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  Command command = program.add_subcommand("list", "name the plug-ins of this build");
  command.footer("Example:\n  evenkeel list partitioners --json");
  command.add_option("family", options->family, "one family: " + join(family_names()));
  command.add_flag("--json", options->json, "one JSON object a line");
  command.callback([options, &action] {
    action = once([options] { return list(options->family, options->json); });
  });
}

}  // namespace evenkeel::cli
