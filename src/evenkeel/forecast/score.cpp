// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Running and windowed means of errors.
#include "evenkeel/forecast/score.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace evenkeel::forecast {

void Score::add(double error) {
  recent_.push(error);
  ++count_;
  squares_ += error * error;
  absolutes_ += std::abs(error);
}

double Score::mean(Criterion criterion, std::size_t window) const {
  if (count_ == 0) {
    return 0.0;
  }
  const bool squared = criterion == Criterion::kSquared;
  if (window == kWholeSeries || window >= count_) {
    return (squared ? squares_ : absolutes_) / static_cast<double>(count_);
  }
  const std::size_t used = std::min(window, recent_.size());
  double sum = 0.0;
  for (std::size_t k = recent_.size() - used; k < recent_.size(); ++k) {
    const double error = recent_.samples()[k];
    sum += squared ? error * error : std::abs(error);
  }
  return sum / static_cast<double>(used);
}

double Score::error(Criterion criterion) const {
  return count_ > 0 ? mean(criterion) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace evenkeel::forecast
