// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where load on the network goes.
#pragma once

#include <atomic>
#include <cstdint>

namespace evenkeel::monitor {

/// Takes in and forgets what others send to \p port, until \p length [s] has passed or \p stop is
/// set. Gives the bytes.
///
/// \throws SystemError if the port cannot be had
double receive_load(std::uint16_t port, double length, const std::atomic<bool>& stop);

}  // namespace evenkeel::monitor
