// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Measured rates against shares in force.
#include "evenkeel/manager/belief.hpp"

#include <cstddef>

#include "evenkeel/machine/shrinkage.hpp"

namespace evenkeel::manager {

std::vector<machine::RankRate> believed_rates(const Observation& now, const History& past) {
  std::vector<machine::RankRate> rates(now.rates.begin(), now.rates.end());
  if (past.capacity.size() != rates.size() || past.limits_since >= 0.0) {
    return rates;
  }
  std::vector<double> rate;
  std::vector<double> error;
  for (const machine::RankRate& each : rates) {
    rate.push_back(each.known ? each.rate : 0.0);
    error.push_back(each.error);
  }
  const std::vector<double> drawn = machine::drawn_towards(past.capacity, rate, error);
  for (std::size_t rank = 0; rank < rates.size(); ++rank) {
    rates[rank].rate = rates[rank].known ? drawn[rank] : rates[rank].rate;
  }
  return rates;
}

}  // namespace evenkeel::manager
