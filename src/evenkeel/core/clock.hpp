// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The clocks of this machine: wall, thread and process time; and waiting by them.
///
/// Decisions and numerics never read these; they are for accounting, and their values are passed
/// on as arguments.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>

namespace evenkeel {

namespace detail {
inline std::int64_t read_clock(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}
}  // namespace detail

/// Steady time since an arbitrary start, the same for all processes of a machine [ns]. About 25 ns.
inline std::int64_t wall_nanoseconds() {
  return detail::read_clock(CLOCK_MONOTONIC);
}

/// Processor time used by the calling thread [ns]. A system call: some 400 ns.
inline std::int64_t thread_cpu_nanoseconds() {
  return detail::read_clock(CLOCK_THREAD_CPUTIME_ID);
}

/// wall_nanoseconds() in [s].
inline double wall_seconds() {
  return 1e-9 * static_cast<double>(wall_nanoseconds());
}

/// Processor time used by the calling thread [s].
inline double thread_cpu_seconds() {
  return 1e-9 * static_cast<double>(thread_cpu_nanoseconds());
}

/// Processor time used by all threads of this process [s].
inline double process_cpu_seconds() {
  return 1e-9 * static_cast<double>(detail::read_clock(CLOCK_PROCESS_CPUTIME_ID));
}

/// Sleeps so many seconds.
inline void nap(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

}  // namespace evenkeel
