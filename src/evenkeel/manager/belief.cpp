// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Measured rates against shares in force.
#include "evenkeel/manager/belief.hpp"

#include <cmath>
#include <cstddef>

#include "evenkeel/machine/shrinkage.hpp"

namespace evenkeel::manager {

std::vector<machine::RankRate> believed_rates(const Observation& now, const History& past) {
  std::vector<machine::RankRate> rates(now.rates.begin(), now.rates.end());
  if (past.capacity.size() != rates.size() || past.limits_since >= 0.0) {
    return rates;
  }
  const auto tells = [&](std::size_t rank) {
    return rates[rank].known && rates[rank].rate > 0.0 && past.capacity[rank] > 0.0;
  };
  std::vector<double> logarithm;  // of the rate by the share
  std::vector<double> error;
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    if (tells(rank)) {
      logarithm.push_back(std::log(rates[rank].rate / past.capacity[rank]));
      error.push_back(rates[rank].error);
    }
  }
  const std::vector<double> drawn = machine::drawn_together(logarithm, error);
  auto next = drawn.begin();
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    if (tells(rank)) {
      rates[rank].rate = past.capacity[rank] * std::exp(*next++);
    }
  }
  return rates;
}

}  // namespace evenkeel::manager
