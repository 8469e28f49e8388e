// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Observations, and the questions that every policy asks of them.
#include "evenkeel/manager/observation.hpp"

#include <algorithm>
#include <numeric>

#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/partition/quality.hpp"
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

Movement movement(const Observation& now, std::span<const int> owners) {
  std::vector<double> sent(now.rates.size(), 0.0);
  std::vector<double> received(now.rates.size(), 0.0);
  Movement all;
  partition::for_each_moved({now.units, {}, now.owners, now.held}, owners,
                            [&](double cells, int from, int to) {
                              all.cells += cells;
                              sent[static_cast<std::size_t>(from)] += cells;
                              received[static_cast<std::size_t>(to)] += cells;
                            });
  all.busiest = std::max(std::ranges::max(sent), std::ranges::max(received));
  return all;
}

std::vector<double> as_memory_allows(std::vector<double> share, const Observation& now) {
  const double cells = std::reduce(now.units.memory.begin(), now.units.memory.end());
  if (now.memory_cap.empty() || cells <= 0.0) {
    return share;
  }
  std::vector<double> cap(now.memory_cap.begin(), now.memory_cap.end());
  std::ranges::for_each(cap, [=](double& each) { each /= cells; });
  const double room = std::reduce(cap.begin(), cap.end());
  if (room <= 0.0) {
    return share;
  }
  // Where all together are too small, each is short of the same part.
  return room > 1.0 ? machine::fill_under_caps(share, cap) : machine::normalise(cap);
}

bool is_measured(const Observation& now) {
  return std::ranges::any_of(now.rates, &machine::RankRate::known);
}

bool is_timed(const Observation& now) {
  return std::ranges::all_of(now.rates, &machine::RankRate::is_timed);
}

bool is_first(const Observation& now) {
  return std::ranges::all_of(now.owners, [](int owner) { return owner == workload::kNoOwner; });
}

}  // namespace evenkeel::manager
