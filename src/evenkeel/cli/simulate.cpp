// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel replay`, `grid` and their helpers: start evenkeel-sim, which cannot live in a process
/// with MPI.
#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "evenkeel/cli/become.hpp"
#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/simulator_program.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::cli {
namespace {

struct Simulation {
  const char* name;
  const char* help;
};

constexpr std::array kSimulations{
    Simulation{"replay", "simulate a recorded run on a machine one describes"},
    Simulation{"grid", "simulate jobs on one or several sites"},
    Simulation{"trace", "make up the trace of a run"},
    Simulation{"platform", "make up a machine of unequal hosts"},
    Simulation{"calibrate", "learn the constants of replays from runs"}};

/// Gives the process over to evenkeel-sim, which lies beside this program.
int start(const std::string& name, const std::vector<std::string>& words) {
  const std::filesystem::path program = simulator_program();
  if (!std::filesystem::exists(program)) {
    throw SystemError("no " + program.string() + "; build the target evenkeel-sim");
  }
  std::vector<std::string> all{"evenkeel", name};
  all.insert(all.end(), words.begin(), words.end());
  become(program, std::move(all));
}

}  // namespace

void add_simulation(Command& program, Action& action) {
  for (const Simulation& each : kSimulations) {
    Command command = program.add_subcommand(each.name, each.help);
    command.take_all_words();  // evenkeel-sim helps
    command.callback([command, &action] {
      // Each of several processes: they may be many different replays.
      action = [command](int&, char**&) { return start(command.name(), command.words()); };
    });
  }
}

}  // namespace evenkeel::cli
