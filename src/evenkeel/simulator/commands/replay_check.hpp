// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What is wrong with a request to replay.
#pragma once

#include "evenkeel/simulator/commands/replay_options.hpp"

namespace evenkeel::simulator {

/// Checks what can be told before anything is played.
///
/// \throws InputError naming every word of \p request that is none: files, methods, policies,
///         parameters
void check_request(const ReplayRequest& request);

}  // namespace evenkeel::simulator
