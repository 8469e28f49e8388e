// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Rates from counters.
#pragma once

#include <optional>

namespace evenkeel::monitor {

/// Turns the values of a counter into its rate of growth. A counter that goes backwards (a restart,
/// a wrong file, an overflow) gives nothing once, and is used again from there.
class Counter {
 public:
  /// Growth per second since the call before. \param now [s]
  std::optional<double> rate(std::optional<double> count, double now) {
    const bool grows = count && count_ && *count >= *count_ && now > time_;
    const auto rate = grows ? std::optional((*count - *count_) / (now - time_)) : std::nullopt;
    if (!count || !count_ || *count < *count_ || now > time_) {
      count_ = count;
      time_ = now;
    }
    return rate;
  }

 private:
  std::optional<double> count_;
  double time_ = 0.0;
};

}  // namespace evenkeel::monitor
