// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Availability as a monitor has recorded it.
#pragma once

#include <string>
#include <string_view>

#include "evenkeel/simulator/profile.hpp"

namespace evenkeel::simulator {

/// Reads what `evenkeel sense --watch --json` wrote on one host: the part of a processor that a
/// process which is running would get (sensor cpu_availability), from the first line on. Readings
/// that are not known are left out.
///
/// \param file  for messages
/// \throws InputError naming the lines that are no readings, or if no line knows the availability
Profile parse_monitor_log(std::string_view text, const std::string& file);

}  // namespace evenkeel::simulator
