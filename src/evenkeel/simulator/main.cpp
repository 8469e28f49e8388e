// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// evenkeel-sim: the commands of `evenkeel` that simulate. A program of its own, because SimGrid
/// and MPI cannot live in one process.
#include <filesystem>

#include "evenkeel/core/command_line.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/simulator/commands/command.hpp"

namespace {

using namespace evenkeel::simulator;

int parse_and_run(int argc, char** argv) {
  // `evenkeel replay` starts this program under its own name.
  evenkeel::Program program("Simulates adaptive runs on machines one does not have.",
                            std::filesystem::path(argv[0]).filename());
  program.version(EVENKEEL_VERSION);
  program.require_subcommand();
  Action action;
  add_replay(program, action);
  add_grid(program, action);
  add_calibrate(program, action);
  add_trace(program, action);
  add_platform(program, action);
  add_list(program, action);
  if (const auto done = program.parse(argc, argv)) {
    return *done;
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  return evenkeel::exit_code_of([&] { return parse_and_run(argc, argv); });
}
