// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel-sim list`: what of the simulator can be told by name, for `evenkeel list`.
#include <iostream>

#include "evenkeel/core/plugin_info.hpp"
#include "evenkeel/simulator/backend.hpp"
#include "evenkeel/simulator/commands/command.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/information_service.hpp"
#include "evenkeel/simulator/local_scheduler.hpp"
#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

template <class Interface>
void append_builtin(std::string_view family, std::vector<PluginInfo>& all) {
  Registry<Interface> registry;
  register_builtin(registry);
  append(family, registry, all);
}

PluginInfo costs() {
  PluginInfo info{"costs",
                  "cost",
                  "what a replay charges for, by `-s cost.NAME=VALUE`",
                  "Li 2005, eq. 2.5 to 2.18; alpha + n / beta per message",
                  {}};
  for (const ParamSpec& spec : cost_params()) {
    info.params.push_back(describe(spec));
  }
  return info;
}

int run() {
  std::vector<PluginInfo> all;
  append_builtin<LocalScheduler>("schedulers", all);
  append_builtin<SuperScheduler>("super_schedulers", all);
  append_builtin<InformationService>("information_services", all);
  append_builtin<Backend>("backends", all);
  all.push_back(costs());
  for (const PluginInfo& plugin : all) {
    std::cout << to_json(plugin).text() << "\n";
  }
  return 0;
}

}  // namespace

void add_list(Command& program, Action& action) {
  Command command = program.add_subcommand("list", "one JSON object a line for each plug-in");
  command.callback([&action] { action = [] { return run(); }; });
}

}  // namespace evenkeel::simulator
