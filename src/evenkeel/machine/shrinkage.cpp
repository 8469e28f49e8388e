// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What lies between hosts against what lies within them.
#include "evenkeel/machine/shrinkage.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "evenkeel/core/error.hpp"

namespace evenkeel::machine {
namespace {

constexpr double kFarthest = 2.0;  ///< that a value is drawn, in its errors

}  // namespace

std::vector<double> drawn_together(std::span<const double> values, std::span<const double> errors) {
  EVENKEEL_EXPECT(values.size() == errors.size());
  std::vector<double> drawn(values.begin(), values.end());
  if (values.size() < 2) {
    return drawn;
  }
  const auto count = static_cast<double>(values.size());
  const double mean = std::reduce(values.begin(), values.end()) / count;
  const double within =
      std::inner_product(errors.begin(), errors.end(), errors.begin(), 0.0) / count;
  const double between = std::transform_reduce(values.begin(), values.end(), 0.0, std::plus<>(),
                                               [&](double v) { return (v - mean) * (v - mean); }) /
                         (count - 1.0);
  const double part = between > within ? within / between : 1.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double farthest = kFarthest * errors[k];
    drawn[k] -= std::clamp(part * (values[k] - mean), -farthest, farthest);
  }
  return drawn;
}

std::vector<double> drawn_towards(std::span<const double> standards, std::span<const double> values,
                                  std::span<const double> errors) {
  std::vector<double> drawn(values.begin(), values.end());
  std::vector<std::size_t> compared;
  std::vector<double> logarithm;
  std::vector<double> error;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] > 0.0 && standards[k] > 0.0) {
      compared.push_back(k);
      logarithm.push_back(std::log(values[k] / standards[k]));
      error.push_back(errors[k]);
    }
  }
  const std::vector<double> together = drawn_together(logarithm, error);
  for (std::size_t n = 0; n < compared.size(); ++n) {
    drawn[compared[n]] = standards[compared[n]] * std::exp(together[n]);
  }
  return drawn;
}

}  // namespace evenkeel::machine
