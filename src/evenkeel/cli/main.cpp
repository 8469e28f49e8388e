// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The program: reads the command line, runs one sub-command, turns errors into exit codes.
#include <iostream>

#include <CLI/CLI.hpp>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/error.hpp"

namespace {

using namespace evenkeel::cli;

/// One line per fault, each opening with the program's name.
int complain(const std::exception& error, int code) {
  std::istringstream lines(error.what());
  for (std::string line; std::getline(lines, line);) {
    std::cerr << "evenkeel: " << line << "\n";
  }
  return code;
}

int parse_and_run(int argc, char** argv) {
  CLI::App program("Adaptive mesh refinement that keeps every rank busy on uneven machines.");
  program.footer("Example:\n  mpirun -np 4 evenkeel run examples/rm2d/rm2d.toml --explain");
  program.set_version_flag("--version", EVENKEEL_VERSION);
  program.require_subcommand(1);
  Action action;
  add_run(program, action);
  add_check(program, action);
  add_explain(program, action);
  add_list(program, action);
  add_checkpoint(program, action);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = program.exit(error);
    return code == 0 ? kDone : kBadInput;
  }
  return action(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const evenkeel::InputError& error) {
    return complain(error, kBadInput);
  } catch (const std::exception& error) {
    return complain(error, kFailed);
  }
}
