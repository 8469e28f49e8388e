// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A window that grows and shrinks to where its statistic predicts best.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "evenkeel/forecast/forecaster.hpp"
#include "evenkeel/forecast/recent_samples.hpp"

namespace evenkeel::forecast {

/// The parameters every forecaster with such a window has.
inline constexpr std::array kWindowParams = {
    ParamSpec{.name = "min",
              .unit = "sample",
              .fallback = 5,
              .min = 1,
              .max = 1000,
              .help = "shortest window"},
    ParamSpec{.name = "max",
              .unit = "sample",
              .fallback = 21,
              .min = 1,
              .max = 1000,
              .help = "longest window"},
    ParamSpec{.name = "start",
              .unit = "sample",
              .fallback = 10,
              .min = 1,
              .max = 1000,
              .help = "window to begin with"},
    ParamSpec{.name = "offset",
              .unit = "sample",
              .fallback = 1,
              .min = 1,
              .max = 100,
              .help = "how much shorter and longer the windows are that are tried"}};

/// Limits of an adaptive window. 1 <= min <= start <= max, offset >= 1. [sample]
struct WindowRange {
  std::size_t min = 1;
  std::size_t max = 1;
  std::size_t start = 1;
  std::size_t offset = 1;  ///< how much shorter and longer the rivals are that are tried
};

/// As kWindowParams say; limits in the wrong order are sorted.
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
class AdaptiveWindow final : public Forecaster {
 public:
  explicit AdaptiveWindow(const WindowRange& range)
      : range_(range), samples_(range.max), window_(range.start) {}

  void observe(double sample) override {
    if (samples_.is_full()) {
      adapt(sample);
    }
    samples_.push(sample);
  }

  std::optional<double> predict() const override {
    return samples_.empty() ? std::nullopt : std::optional(Statistic()(samples_, window_));
  }

  std::size_t window() const { return window_; }

 private:
  void adapt(double sample) {
    const auto squared_error = [&](std::size_t window) {
      const double error = Statistic()(samples_, window) - sample;
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
  RecentSamples samples_;
  std::size_t window_;
};

}  // namespace evenkeel::forecast
