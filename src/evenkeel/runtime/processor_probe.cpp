// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A spin between two readings of two clocks.
#include "evenkeel/runtime/processor_probe.hpp"

#include <algorithm>

#include "evenkeel/core/clock.hpp"

namespace evenkeel::runtime {

double probe_processor() {
  constexpr double kProcessorSeconds = 0.01;  // a few slices of the system's scheduler
  constexpr double kWallSeconds = 0.02;
  const double processor_start = thread_cpu_seconds();
  const double wall_start = wall_seconds();
  double processor = 0.0;
  double wall = 0.0;
  while (processor < kProcessorSeconds && wall < kWallSeconds) {
    processor = thread_cpu_seconds() - processor_start;
    wall = wall_seconds() - wall_start;
  }
  return std::clamp(processor / wall, 1e-3, 1.0);
}

}  // namespace evenkeel::runtime
