// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Observations, and the questions that every policy asks of them.
#include "evenkeel/manager/observation.hpp"

#include <algorithm>

#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::manager {

Observation observe(const workload::UnitList& units, std::span<const int> owners,
                    std::span<const machine::RankRate> rates, const Stage& stage,
                    const Prices& prices) {
  Observation now{.units = units, .owners = owners, .rates = rates};
  now.step = stage.step;
  now.steps_to_next = std::max<std::int64_t>(1, stage.steps_to_next);
  if (stage.end) {
    now.steps_left = std::max<std::int64_t>(0, *stage.end - stage.step);
  }
  now.step_seconds = prices.step_seconds;
  now.bandwidth = prices.bandwidth;
  now.evidence = prices.evidence;
  now.partition_seconds = prices.partition_seconds;
  now.rebuild_seconds = prices.rebuild_seconds;
  now.rebuild_per_byte = prices.rebuild_per_byte;
  return now;
}

bool is_measured(const Observation& now) {
  return std::ranges::any_of(now.rates, &machine::RankRate::known);
}

bool is_first(const Observation& now) {
  return std::ranges::all_of(now.owners, [](int owner) { return owner == workload::kNoOwner; });
}

}  // namespace evenkeel::manager
