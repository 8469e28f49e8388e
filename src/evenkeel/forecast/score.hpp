// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How well something has predicted, over the whole series and lately.
#pragma once

#include <cstddef>

#include "evenkeel/forecast/recent_samples.hpp"

namespace evenkeel::forecast {

/// Which error decides.
enum class Criterion { kSquared, kAbsolute };

/// For windows: all predictions so far.
inline constexpr std::size_t kWholeSeries = 0;

/// Errors of the predictions of one method.
class Score {
 public:
  /// \param memory  the longest window that will be asked for, >= 1 [prediction]
  explicit Score(std::size_t memory) : recent_(memory) {}

  /// Takes predicted minus found. \pre finite
  void add(double error);

  std::size_t count() const { return count_; }

  /// Mean squared or mean absolute error of the last \p window predictions, or of all. 0 while
  /// there are none.
  double mean(Criterion criterion, std::size_t window = kWholeSeries) const;

  /// The same over all predictions, for reports; NaN while there are none.
  double error(Criterion criterion) const;

 private:
  RecentSamples recent_;
  std::size_t count_ = 0;
  double squares_ = 0.0;
  double absolutes_ = 0.0;
};

}  // namespace evenkeel::forecast
