// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What part of a processor a rank would get that has nothing to compute.
#pragma once

namespace evenkeel::runtime {

/// Spins for 10 ms of processor time, 20 ms at most, and gives the processor seconds that a wall
/// second had. (0, 1]
double probe_processor();

}  // namespace evenkeel::runtime
