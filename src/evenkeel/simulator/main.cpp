// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// evenkeel-sim: the commands of `evenkeel` that simulate. A program of its own, because SimGrid
/// and MPI cannot live in one process.
#include <iostream>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/commands/command.hpp"

namespace {

using namespace evenkeel::simulator;

constexpr int kFailed = 1;
constexpr int kBadInput = 2;

/// One line per fault, each opening with the program's name.
int complain(const std::exception& error, int code) {
  std::istringstream lines(error.what());
  for (std::string line; std::getline(lines, line);) {
    std::cerr << "evenkeel: " << line << "\n";
  }
  return code;
}

int parse_and_run(int argc, char** argv) {
  // People type `evenkeel replay`, which starts this program.
  CLI::App program("Simulates adaptive runs on machines one does not have.", "evenkeel");
  program.require_subcommand(1);
  Action action;
  add_replay(program, action);
  add_grid(program, action);
  add_calibrate(program, action);
  add_trace(program, action);
  add_platform(program, action);
  add_list(program, action);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      return program.exit(error);  // help was asked for
    }
    throw evenkeel::InputError(std::string(error.what()) + "; see --help");
  }
  return action();
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
