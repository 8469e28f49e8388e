// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sub-commands of evenkeel-sim: each adds itself to the command line.
#pragma once

#include <functional>

#include "evenkeel/core/command_line.hpp"

namespace evenkeel::simulator {

/// What main runs after the command line has been read; returns the exit code.
using Action = std::function<int()>;

void add_replay(Command& program, Action& action);
void add_grid(Command& program, Action& action);
void add_calibrate(Command& program, Action& action);
void add_trace(Command& program, Action& action);
void add_platform(Command& program, Action& action);
void add_list(Command& program, Action& action);

}  // namespace evenkeel::simulator
