// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From measured runs to the constants of the cost model.
#pragma once

#include <span>
#include <string>

#include "evenkeel/core/params.hpp"
#include "evenkeel/simulator/measured_run.hpp"

namespace evenkeel::simulator {

/// Constants with which replays of \p runs charge processors with what the runs took of them. Times
/// of the model are sums of constant times count, so each comes from a division, those of a message
/// and of a byte from least squares; of one run, each explains half of the communication. What
/// ghosts and levels take in runs of one rank is copying, and counts as computing. What an update
/// takes is told by runs of several ranks, where there are some: beside others, with caches and
/// memory shared, it takes longer than alone. What messages take on their way, while processors
/// wait, is of the network and no constant of the application: platforms tell it.
///
/// \pre at least one run
/// \returns values of cost_params()
ParamValues calibrate(std::span<const MeasuredRun> runs);

/// As JSON, on one line; and back.
std::string calibration_json(const ParamValues& cost);

/// \throws InputError naming \p file if it is not what calibration_json wrote
ParamValues parse_calibration(const std::string& text, const std::string& file);

}  // namespace evenkeel::simulator
