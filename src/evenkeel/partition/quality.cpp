// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sums over units and over faces.
#include "evenkeel/partition/quality.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "evenkeel/partition/bounds.hpp"
#include "evenkeel/partition/faces.hpp"

namespace evenkeel::partition {
namespace {

/// Load over capacity where nothing on nothing takes no time.
double ratio_of(double load, double capacity) {
  return load == 0.0 ? 0.0 : load / capacity;
}

void measure_cut(const Problem& problem, const Owners& owners, Quality& quality) {
  const Faces faces(problem.units);
  double all = 0.0;
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    faces.for_upper(unit, [&](std::size_t other, double weight) {
      all += weight;
      quality.cut += owners[unit] != owners[other] ? weight : 0.0;
    });
  }
  quality.cut_fraction = all > 0.0 ? quality.cut / all : 0.0;
}

void measure_balance(const Problem& problem, const Owners& owners, Quality& quality) {
  const std::size_t processors = problem.processors();
  const auto levels = static_cast<std::size_t>(problem.units.levels);
  std::vector<double> capacity(problem.capacity.begin(), problem.capacity.end());
  const double sum = std::accumulate(capacity.begin(), capacity.end(), 0.0);
  std::ranges::for_each(capacity, [sum](double& share) { share /= sum; });
  const std::vector<double> table = load_table(problem.units, owners, processors);
  const double total = problem.units.total_load();

  double slowest = 0.0;
  std::vector<double> slowest_of_level(levels, 0.0);
  for (std::size_t k = 0; k < processors; ++k) {
    double load = 0.0;
    for (std::size_t level = 0; level < levels; ++level) {
      const double part = table[k * levels + level];
      load += part;
      slowest_of_level[level] = std::max(slowest_of_level[level], ratio_of(part, capacity[k]));
    }
    slowest = std::max(slowest, ratio_of(load, capacity[k]));
    const double target = capacity[k] * total;
    quality.seed_imbalance.push_back(100.0 * ratio_of(std::abs(load - target), target));
  }
  quality.seed_imbalance_max = std::ranges::max(quality.seed_imbalance);
  if (total > 0.0) {
    quality.bottleneck = slowest / total - 1.0;
    quality.per_level_time =
        std::accumulate(slowest_of_level.begin(), slowest_of_level.end(), 0.0) / total;
    std::vector<double> loads(problem.units.size());
    for (std::size_t unit = 0; unit < loads.size(); ++unit) {
      loads[unit] = problem.units.total(unit);
    }
    quality.lower_bound = std::max(0.0, least_time(loads, capacity) / total - 1.0);
  }
}

}  // namespace

std::vector<double> load_table(const workload::UnitList& units, const Owners& owners,
                               std::size_t processors) {
  const auto levels = static_cast<std::size_t>(units.levels);
  std::vector<double> table(processors * levels, 0.0);
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    const std::size_t row = static_cast<std::size_t>(owners[unit]) * levels;
    const std::span<const double> loads = units.loads(unit);
    for (std::size_t level = 0; level < levels; ++level) {
      table[row + level] += loads[level];
    }
  }
  return table;
}

double migration(const Problem& problem, const Owners& owners) {
  double cells = 0.0;
  for (std::size_t unit = 0; unit < problem.previous.size(); ++unit) {
    const int before = problem.previous[unit];
    cells += before != kNoOwner && before != owners[unit] ? problem.units.memory[unit] : 0.0;
  }
  return cells;
}

Quality measure(const Problem& problem, const Owners& owners) {
  check(problem);
  EVENKEEL_EXPECT(owners.size() == problem.units.size());
  Quality quality;
  measure_balance(problem, owners, quality);
  if (!owners.empty()) {
    measure_cut(problem, owners, quality);
  }
  quality.migration = migration(problem, owners);
  const std::vector<double>& memory = problem.units.memory;
  const double all = std::accumulate(memory.begin(), memory.end(), 0.0);
  quality.migration_fraction = all > 0.0 ? quality.migration / all : 0.0;

  std::vector<bool> holds(problem.processors(), false);
  for (const int owner : owners) {
    holds[static_cast<std::size_t>(owner)] = true;
  }
  for (std::size_t k = 0; k < holds.size(); ++k) {
    quality.empty_parts += problem.capacity[k] > 0.0 && !holds[k] ? 1 : 0;
  }
  return quality;
}

}  // namespace evenkeel::partition
