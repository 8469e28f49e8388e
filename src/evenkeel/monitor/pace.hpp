// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How often to look: as often as there is something new.
#pragma once

#include <algorithm>

namespace evenkeel::monitor {

/// Limits of the time between two looks [s]. 0 < least <= most.
struct PaceLimits {
  double least = 0.25;
  double most = 4.0;
};

/// The time until the next look at a source: half as long after a change, half as long again while
/// nothing changes, twice as long while the source fails.
class Pace {
 public:
  explicit Pace(const PaceLimits& limits) : limits_(limits), interval_(limits.least) {}

  void changed() { set(0.5 * interval_); }
  void stayed() { set(1.5 * interval_); }
  void failed() { set(2.0 * interval_); }

  /// Looks cost \p seconds of processor time each, and may use the fraction \p budget of it.
  void afford(double seconds, double budget) { floor_ = seconds / budget; }

  /// Until it is asked again whether it is the source's turn; that costs nearly nothing.
  double wait() const { return interval_; }

  double interval() const { return std::max(interval_, floor_); }

 private:
  void set(double interval) { interval_ = std::clamp(interval, limits_.least, limits_.most); }

  PaceLimits limits_;
  double interval_;
  double floor_ = 0.0;
};

}  // namespace evenkeel::monitor
