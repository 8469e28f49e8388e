// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel replay`, `grid` and their helpers: start evenkeel-sim, which cannot live in a process
/// with MPI.
#include <array>
#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/simulator_program.hpp"
#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::cli {
namespace {

struct Command {
  const char* name;
  const char* help;
};

constexpr std::array kCommands{
    Command{"replay", "simulate a recorded run on a machine one describes"},
    Command{"grid", "simulate jobs on one or several sites"},
    Command{"trace", "make up the trace of a run"},
    Command{"platform", "make up a machine of unequal hosts"},
    Command{"calibrate", "learn the constants of replays from runs"}};

/// Gives the process over to evenkeel-sim, which lies beside this program.
int start(const std::string& name, const std::vector<std::string>& words) {
  const std::filesystem::path program = simulator_program();
  if (!std::filesystem::exists(program)) {
    throw SystemError("no " + program.string() + "; build the target evenkeel-sim");
  }
  std::vector<std::string> all{"evenkeel", name};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw system_error("start", program, errno);
}

}  // namespace

void add_simulation(CLI::App& program, Action& action) {
  for (const Command& each : kCommands) {
    CLI::App* command = program.add_subcommand(each.name, each.help);
    command->set_help_flag();  // evenkeel-sim helps
    command->prefix_command();
    command->callback([command, &action] {
      action = [command](int&, char**&) {
        return start(command->get_name(), command->remaining());
      };
    });
  }
}

}  // namespace evenkeel::cli
