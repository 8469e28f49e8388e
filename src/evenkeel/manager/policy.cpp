// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What several policies need.
#include "evenkeel/manager/policy.hpp"

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
  return is_measured(now) ? machine::capacity_of(now.rates)
                          : machine::equal_capacity(now.rates.size());
}

}  // namespace evenkeel::manager
