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

/// Time of the slowest on every level, and last in sum, from a load_table().
std::vector<double> times_of(const std::vector<double>& table, std::span<const double> capacity) {
  const std::size_t levels = table.size() / capacity.size();
  std::vector<double> times;
  std::vector<double> sum(capacity.size(), 0.0);
  for (std::size_t level = 0; level < levels; ++level) {
    std::vector<double> on_level(capacity.size());
    for (std::size_t k = 0; k < capacity.size(); ++k) {
      on_level[k] = table[k * levels + level];
      sum[k] += on_level[k];
    }
    times.push_back(slowest_time(on_level, capacity));
  }
  times.push_back(slowest_time(sum, capacity));
  return times;
}

void find_bounds(const workload::UnitList& units, std::span<const double> capacity, double ideal,
                 Quality& quality) {
  std::vector<double> loads(units.size());
  for (std::size_t unit = 0; unit < loads.size(); ++unit) {
    loads[unit] = units.total(unit);
  }
  quality.lower_bound = std::max(0.0, least_time(loads, capacity) / ideal - 1.0);
  for (std::size_t level = 0; level < static_cast<std::size_t>(units.levels); ++level) {
    for (std::size_t unit = 0; unit < loads.size(); ++unit) {
      loads[unit] = units.loads(unit)[level];
    }
    quality.level_bound += least_time(loads, capacity) / ideal;
  }
}

void measure_balance(const Problem& problem, const Owners& owners, Quality& quality) {
  const std::vector<double> table = load_table(problem.units, owners, problem.processors());
  std::vector<double> held(problem.processors(), 0.0);
  for (std::size_t entry = 0; entry < table.size(); ++entry) {
    held[entry / static_cast<std::size_t>(problem.units.levels)] += table[entry];
  }
  quality.seed_imbalance = seed_imbalance(held, problem.capacity);
  quality.seed_imbalance_max = std::ranges::max(quality.seed_imbalance);
  const double ideal =
      problem.units.total_load() / std::reduce(problem.capacity.begin(), problem.capacity.end());
  if (ideal > 0.0) {
    const std::vector<double> times = times_of(table, problem.capacity);
    quality.bottleneck = times.back() / ideal - 1.0;
    quality.per_level_time = std::reduce(times.begin(), times.end() - 1) / ideal;
    find_bounds(problem.units, problem.capacity, ideal, quality);
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

std::vector<double> level_times(const Problem& problem, const Owners& owners) {
  return times_of(load_table(problem.units, owners, problem.processors()), problem.capacity);
}

double slowest_time(std::span<const double> load, std::span<const double> capacity) {
  double time = 0.0;
  for (std::size_t k = 0; k < load.size(); ++k) {
    time = load[k] > 0.0 ? std::max(time, load[k] / capacity[k]) : time;
  }
  return time;
}

std::vector<double> seed_imbalance(std::span<const double> load, std::span<const double> capacity) {
  const double share = std::accumulate(load.begin(), load.end(), 0.0) /
                       std::accumulate(capacity.begin(), capacity.end(), 0.0);
  std::vector<double> imbalance;
  for (std::size_t k = 0; k < load.size(); ++k) {
    const double target = capacity[k] * share;
    imbalance.push_back(load[k] == target ? 0.0 : 100.0 * std::abs(load[k] - target) / target);
  }
  return imbalance;
}

Cut cut_of(const Faces& faces, const Owners& owners) {
  Cut cut;
  double all = 0.0;
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    faces.for_upper(unit, [&](std::size_t other, double weight) {
      all += weight;
      cut.weight += owners[unit] != owners[other] ? weight : 0.0;
    });
  }
  cut.fraction = all > 0.0 ? cut.weight / all : 0.0;
  return cut;
}

double migration(const Problem& problem, const Owners& owners) {
  double cells = 0.0;
  for_each_moved(problem, owners, [&cells](double moved, int, int) { cells += moved; });
  return cells;
}

Quality measure(const Problem& problem, const Owners& owners) {
  check(problem);
  EVENKEEL_EXPECT(owners.size() == problem.units.size());
  Quality quality;
  measure_balance(problem, owners, quality);
  if (!owners.empty()) {
    const Cut cut = cut_of(Faces(problem.units), owners);
    quality.cut = cut.weight;
    quality.cut_fraction = cut.fraction;
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
