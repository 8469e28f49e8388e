// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel-sim list`: what of the simulator can be told by name, for `evenkeel list`.
#include <iostream>

#include <CLI/CLI.hpp>

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/simulator/backend.hpp"
#include "evenkeel/simulator/commands/command.hpp"
#include "evenkeel/simulator/information_service.hpp"
#include "evenkeel/simulator/local_scheduler.hpp"
#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

template <class Interface>
void print(std::string_view family) {
  Registry<Interface> registry;
  register_builtin(registry);
  for (const auto& [name, entry] : registry.entries()) {
    JsonLine line;
    line.add("family", family).add("name", name);
    line.add("summary", entry.summary).add("source", entry.source);
    std::cout << line.text() << "\n";
  }
}

int run() {
  print<LocalScheduler>("schedulers");
  print<SuperScheduler>("super_schedulers");
  print<InformationService>("information_services");
  print<Backend>("backends");
  return 0;
}

}  // namespace

void add_list(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("list", "one JSON object a line for each plug-in");
  command->callback([&action] { action = [] { return run(); }; });
}

}  // namespace evenkeel::simulator
