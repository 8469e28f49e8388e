// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Order statistics by sorting: windows hold a few dozen samples.
#include "evenkeel/forecast/recent_samples.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evenkeel/core/error.hpp"

namespace evenkeel::forecast {
namespace {

double mean_of(std::vector<double>::const_iterator first,
               std::vector<double>::const_iterator last) {
  return std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
}

}  // namespace

RecentSamples::RecentSamples(std::size_t capacity) : capacity_(capacity) {
  EVENKEEL_EXPECT(capacity >= 1);
  samples_.reserve(capacity);
}

void RecentSamples::push(double sample) {
  if (is_full()) {
    samples_.erase(samples_.begin());
  }
  samples_.push_back(sample);
}

double RecentSamples::mean(std::size_t count) const {
  const std::size_t used = std::min(count, samples_.size());
  EVENKEEL_EXPECT(used >= 1);
  return mean_of(samples_.end() - static_cast<std::ptrdiff_t>(used), samples_.end());
}

std::vector<double> RecentSamples::sorted(std::size_t count) const {
  const std::size_t used = std::min(count, samples_.size());
  EVENKEEL_EXPECT(used >= 1);
  std::vector<double> values(samples_.end() - static_cast<std::ptrdiff_t>(used), samples_.end());
  std::ranges::sort(values);
  return values;
}

double RecentSamples::quantile(std::size_t count, double fraction) const {
  const std::vector<double> values = sorted(count);
  const double place = fraction * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double RecentSamples::trimmed_mean(std::size_t count, double alpha) const {
  const std::vector<double> values = sorted(count);
  const auto dropped =
      static_cast<std::ptrdiff_t>(std::floor(alpha * static_cast<double>(values.size())));
  return mean_of(values.begin() + dropped, values.end() - dropped);
}

}  // namespace evenkeel::forecast
