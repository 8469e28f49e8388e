// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Weighted sums of resource fractions, and figures of heterogeneity.
#include "evenkeel/machine/capacity.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::machine {
namespace {

double positive_sum(std::span<const double> speed) {
  EVENKEEL_EXPECT(std::ranges::all_of(speed, [](double v) { return v >= 0.0; }));
  const double sum = std::accumulate(speed.begin(), speed.end(), 0.0);
  EVENKEEL_EXPECT(sum > 0.0);
  return sum;
}

}  // namespace

std::vector<double> relative_capacity(std::span<const Resources> resources,
                                      const CapacityWeights& weights) {
  EVENKEEL_EXPECT(std::abs(weights.cpu + weights.memory + weights.bandwidth - 1.0) < 1e-12);
  std::vector<double> capacity(resources.size(), 0.0);
  std::vector<double> amount(resources.size());
  const auto add_share = [&](double Resources::* field, double weight) {
    std::ranges::transform(resources, amount.begin(),
                           [field](const Resources& offered) { return offered.*field; });
    const std::vector<double> share = normalise(amount);
    for (std::size_t k = 0; k < share.size(); ++k) {
      capacity[k] += weight * share[k];
    }
  };
  add_share(&Resources::cpu, weights.cpu);
  add_share(&Resources::memory, weights.memory);
  add_share(&Resources::bandwidth, weights.bandwidth);
  return capacity;
}

std::vector<double> equal_capacity(std::size_t processors) {
  EVENKEEL_EXPECT(processors > 0);
  return std::vector<double>(processors, 1.0 / static_cast<double>(processors));
}

std::vector<double> normalise(std::span<const double> capacity) {
  for (const double amount : capacity) {
    if (!(std::isfinite(amount) && amount >= 0.0)) {
      throw InputError(fmt::format("cannot share by {}; expected amounts of 0 or more", amount));
    }
  }
  const double largest = *std::ranges::max_element(capacity);
  if (largest == 0.0) {
    return equal_capacity(capacity.size());
  }
  // By a power of two, which leaves the quotients as they are.
  const int exponent = std::ilogb(largest);
  std::vector<double> share(capacity.begin(), capacity.end());
  std::ranges::for_each(share, [=](double& amount) { amount = std::scalbn(amount, -exponent); });
  const double sum = std::accumulate(share.begin(), share.end(), 0.0);
  std::ranges::for_each(share, [sum](double& amount) { amount /= sum; });
  return share;
}

double ideal_relative_change(std::span<const double> speed) {
  const double sum = positive_sum(speed);
  return 1.0 - static_cast<double>(speed.size()) * std::ranges::min(speed) / sum;
}

double heterogeneity(std::span<const double> speed) {
  const double mean = positive_sum(speed) / static_cast<double>(speed.size());
  double squares = 0.0;
  for (const double v : speed) {
    squares += (v - mean) * (v - mean);
  }
  return std::sqrt(squares / static_cast<double>(speed.size())) / std::ranges::max(speed);
}

}  // namespace evenkeel::machine
