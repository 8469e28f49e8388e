// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The program: reads the command line, runs one sub-command, turns errors into exit codes.
#include "evenkeel/cli/best_build.hpp"
#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/command_line.hpp"
#include "evenkeel/core/complaint.hpp"

namespace {

using namespace evenkeel::cli;

int parse_and_run(int argc, char** argv) {
  evenkeel::Program program(
      "Adaptive mesh refinement that keeps every rank busy on uneven machines.");
  program.footer("Example:\n  mpirun -np 4 evenkeel run examples/rm2d/rm2d.toml --explain");
  program.version(EVENKEEL_VERSION);
  program.require_subcommand();
  Action action;
  add_run(program, action);
  add_check(program, action);
  add_explain(program, action);
  add_list(program, action);
  add_partition(program, action);
  add_checkpoint(program, action);
  add_machine(program, action);
  add_sense(program, action);
  add_load(program, action);
  add_forecast(program, action);
  add_capacity(program, action);
  add_simulation(program, action);
  add_experiment(program, action);
  if (const auto done = program.parse(argc, argv)) {
    return *done;
  }
  return action(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  give_way_to_best_build(argv);
  return evenkeel::exit_code_of([&] { return parse_and_run(argc, argv); });
}
