// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What several policies need.
#include "evenkeel/manager/policy.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::manager {

Plan repartition_by(const Method& method, const Observation& now, std::vector<double> capacity,
                    std::string reason) {
  Plan plan;
  plan.repartition = true;
  plan.owners = method.partitioner->assign(
      {.units = now.units, .capacity = capacity, .previous = now.owners});
  plan.capacity = std::move(capacity);
  plan.reason = std::move(reason);
  return plan;
}

std::vector<double> measured_capacity(const Observation& now) {
  return as_memory_allows(is_measured(now) ? machine::capacity_of(now.rates)
                                           : machine::equal_capacity(now.rates.size()),
                          now);
}

double fullest_memory(const Observation& now, std::span<const int> owners) {
  if (now.memory_cap.empty()) {
    return 0.0;
  }
  std::vector<double> held(now.memory_cap.size(), 0.0);
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    held[static_cast<std::size_t>(owners[unit])] += now.units.memory[unit];
  }
  double fullest = 0.0;
  for (std::size_t rank = 0; rank < held.size(); ++rank) {
    fullest = std::max(fullest, held[rank] == 0.0 ? 0.0 : held[rank] / now.memory_cap[rank]);
  }
  return fullest;
}

}  // namespace evenkeel::manager
