// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Makes load on purpose: processors, memory, network.
#pragma once

#include <atomic>
#include <string>

#include "evenkeel/monitor/load_profile.hpp"

namespace evenkeel::monitor {

struct LoadOptions {
  double length = 60.0;  ///< [s]
  double sample = 1.0;   ///< time between two points of the record [s]
  std::string peer;      ///< "host:port" of a receive_load() where network load goes
};

/// Makes the load of \p profile until options.length has passed or \p stop is set, and gives what
/// was really made: a record that can be played again. A level above 1 keeps several processors
/// busy, one thread each.
///
/// Levels are kept by processor time, in periods of 10 ms: a thread that was held up works longer,
/// but carries no debt beyond half a second.
///
/// \throws InputError if the profile has network load and there is no peer; SystemError if it
///         cannot be reached, or memory or threads cannot be had
LoadProfile make_load(const LoadProfile& profile, const LoadOptions& options,
                      const std::atomic<bool>& stop);

}  // namespace evenkeel::monitor
