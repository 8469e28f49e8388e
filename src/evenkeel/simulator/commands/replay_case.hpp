// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One replay of those a command asks for, from files to numbers.
#pragma once

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/simulator/commands/replay_options.hpp"

namespace evenkeel::simulator {

/// Plays \p which of \p request and writes the files asked for.
///
/// \throws InputError naming what is wrong with files, names or parameters
JsonLine play_case(const ReplayRequest& request, const ReplayCase& which);

}  // namespace evenkeel::simulator
