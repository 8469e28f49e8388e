// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A window that grows and shrinks to where its statistic predicts best.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "evenkeel/core/params.hpp"
#include "evenkeel/forecast/recent_samples.hpp"

namespace evenkeel::forecast {

/// Limits of an adaptive window. 1 <= min <= start <= max, offset >= 1. [sample]
struct WindowRange {
  std::size_t min = 1;
  std::size_t max = 1;
  std::size_t start = 1;
  std::size_t offset = 1;  ///< how much shorter and longer the rivals are that are tried
};

/// As the parameters `min`, `max`, `start` and `offset` say; limits in the wrong order are sorted.
inline WindowRange window_range(const Params& params) {
  const auto samples = [&](std::string_view name) {
    return static_cast<std::size_t>(params[name]);
  };
  const std::size_t low = std::min(samples("min"), samples("max"));
  const std::size_t high = std::max(samples("min"), samples("max"));
  return {low, high, std::clamp(samples("start"), low, high), samples("offset")};
}

/// A statistic over the last w samples. Once `max` samples are there, each new one moves w by one
/// towards the best of w - offset, w and w + offset by the squared error at that sample.
///
/// The stored NWS source tries windows of the length of the offsets instead, and lets w leave its
/// range; this is what was meant.                       (Wolski, Spring, Hayes 1999; NWS median.c)
///
/// \tparam Statistic  double(const RecentSamples&, std::size_t count)
template <class Statistic>
class AdaptiveWindow {
 public:
  AdaptiveWindow(const WindowRange& range, Statistic statistic)
      : range_(range),
        statistic_(std::move(statistic)),
        samples_(range.max),
        window_(range.start) {}

  void observe(double sample) {
    if (samples_.is_full()) {
      adapt(sample);
    }
    samples_.push(sample);
  }

  bool empty() const { return samples_.empty(); }
  double value() const { return statistic_(samples_, window_); }
  std::size_t window() const { return window_; }

 private:
  void adapt(double sample) {
    const auto squared_error = [&](std::size_t window) {
      const double error = statistic_(samples_, window) - sample;
      return error * error;
    };
    const std::size_t shorter =
        std::max(range_.min, window_ > range_.offset ? window_ - range_.offset : 1);
    const std::size_t longer = std::min(range_.max, window_ + range_.offset);
    const double kept = squared_error(window_);
    const double less = squared_error(shorter);
    const double more = squared_error(longer);
    if (less < kept && less <= more) {
      window_ = std::max(range_.min, window_ - 1);
    } else if (more < kept) {
      window_ = std::min(range_.max, window_ + 1);
    }
  }

  WindowRange range_;
  Statistic statistic_;
  RecentSamples samples_;
  std::size_t window_;
};

}  // namespace evenkeel::forecast
