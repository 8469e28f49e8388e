// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface every forecaster implements.
#pragma once

#include <cstddef>
#include <optional>

#include "evenkeel/core/registry.hpp"

namespace evenkeel::forecast {

/// Predicts one series of samples taken at regular intervals.
///
/// A value: neither clock nor randomness, the same samples give the same predictions.
/// Not thread-safe: one series, one forecaster, one thread.
class Forecaster {
 public:
  virtual ~Forecaster() = default;

  /// Takes the next sample, in whatever unit the series has. \pre finite
  virtual void observe(double sample) = 0;

  /// The value expected next, or nothing before the first sample.
  virtual std::optional<double> predict() const = 0;

  /// The expected mean of the next \p horizon samples, >= 1. The next value, unless the method
  /// knows where the series is heading.
  virtual std::optional<double> predict_mean(std::size_t /*horizon*/) const { return predict(); }
};

/// Adds every forecaster in methods/. Generated from the file names there.
void register_builtin(Registry<Forecaster>& registry);

}  // namespace evenkeel::forecast
