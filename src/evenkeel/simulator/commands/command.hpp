// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sub-commands of evenkeel-sim: each adds itself to the command line.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace evenkeel::simulator {

/// What main runs after the command line has been read; returns the exit code.
using Action = std::function<int()>;

void add_replay(CLI::App& program, Action& action);
void add_grid(CLI::App& program, Action& action);
void add_calibrate(CLI::App& program, Action& action);
void add_trace(CLI::App& program, Action& action);
void add_platform(CLI::App& program, Action& action);
void add_list(CLI::App& program, Action& action);

}  // namespace evenkeel::simulator
