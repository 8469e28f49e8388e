// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The newest samples of a series and their order statistics.
#pragma once

#include <cstddef>
#include <vector>

namespace evenkeel::forecast {

/// Keeps the last `capacity` samples. Statistics are of the newest \p count of them, or of all
/// when there are fewer. \pre for every statistic: not empty, count >= 1
class RecentSamples {
 public:
  /// \param capacity  >= 1
  explicit RecentSamples(std::size_t capacity);

  void push(double sample);

  std::size_t size() const { return samples_.size(); }
  bool empty() const { return samples_.empty(); }
  bool is_full() const { return samples_.size() == capacity_; }

  /// Oldest first.
  const std::vector<double>& samples() const { return samples_; }
  double last() const { return samples_.back(); }

  double mean(std::size_t count) const;

  /// Linear between the two nearest order statistics; 0.5 is the median, for an even count the mean
  /// of the middle two.
  double quantile(std::size_t count, double fraction) const;

  /// Mean of what is left when floor(alpha n) samples are dropped at both ends.
  ///
  /// \param alpha  in [0, 0.5)
  double trimmed_mean(std::size_t count, double alpha) const;

 private:
  std::vector<double> sorted(std::size_t count) const;

  std::size_t capacity_;
  std::vector<double> samples_;
};

}  // namespace evenkeel::forecast
