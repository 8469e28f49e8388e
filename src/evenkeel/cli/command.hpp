// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sub-commands of the program: each adds itself to the command line.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace evenkeel::cli {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kStopped = 75;  ///< on request, with a checkpoint written

/// What main runs after the command line has been read; returns the exit code.
using Action = std::function<int(int& argc, char**& argv)>;

void add_run(CLI::App& program, Action& action);
void add_check(CLI::App& program, Action& action);
void add_explain(CLI::App& program, Action& action);
void add_list(CLI::App& program, Action& action);
void add_partition(CLI::App& program, Action& action);
void add_checkpoint(CLI::App& program, Action& action);
void add_machine(CLI::App& program, Action& action);
void add_sense(CLI::App& program, Action& action);
void add_load(CLI::App& program, Action& action);
void add_forecast(CLI::App& program, Action& action);
void add_capacity(CLI::App& program, Action& action);
/// replay, grid and what belongs to them.
void add_simulation(CLI::App& program, Action& action);

}  // namespace evenkeel::cli
