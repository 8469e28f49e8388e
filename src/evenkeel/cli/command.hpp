// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sub-commands of the program: each adds itself to the command line.
#pragma once

#include <functional>

#include "evenkeel/core/command_line.hpp"

namespace evenkeel::cli {

inline constexpr int kDone = 0;
inline constexpr int kStopped = 75;  ///< on request: with a checkpoint, or before the first step

/// What main runs after the command line has been read; returns the exit code.
using Action = std::function<int(int& argc, char**& argv)>;

/// \p act in the first of the processes that mpirun or srun has started; the others have nothing to
/// do. For commands that are not made for several.
Action once(std::function<int()> act);

void add_run(Command& program, Action& action);
void add_check(Command& program, Action& action);
void add_explain(Command& program, Action& action);
void add_list(Command& program, Action& action);
void add_partition(Command& program, Action& action);
void add_checkpoint(Command& program, Action& action);
void add_machine(Command& program, Action& action);
void add_sense(Command& program, Action& action);
void add_load(Command& program, Action& action);
void add_forecast(Command& program, Action& action);
void add_capacity(Command& program, Action& action);
/// replay, grid and what belongs to them.
void add_simulation(Command& program, Action& action);
void add_experiment(Command& program, Action& action);

}  // namespace evenkeel::cli
