// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quotas and chains, group by group.
#include "evenkeel/partition/levels.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "evenkeel/partition/chains.hpp"

namespace evenkeel::partition {
namespace {

/// Units to be dealt out together, in curve order.
struct Group {
  std::vector<std::size_t> unit;
  std::vector<double> load;   ///< on the levels the group is balanced on
  std::vector<double> given;  ///< [processors] on those levels, by deeper units
};

/// The units whose finest level is one of coarsest..finest, when all deeper ones have \p owners.
Group find_group(const Problem& problem, const Owners& owners, int coarsest, int finest) {
  Group group;
  group.given.assign(problem.processors(), 0.0);
  for (std::size_t unit = 0; unit < owners.size(); ++unit) {
    const std::span<const double> loads = problem.units.loads(unit);
    const double load = std::accumulate(loads.begin() + coarsest, loads.begin() + finest + 1, 0.0);
    const int depth = problem.units.depth(unit);
    if (depth > finest) {
      group.given[static_cast<std::size_t>(owners[unit])] += load;
    } else if (depth >= coarsest) {
      group.unit.push_back(unit);
      group.load.push_back(load);
    }
  }
  return group;
}

/// What each processor should get of \p group. Shares of the whole where the group has no load.
std::vector<double> quotas(std::span<const double> capacity, const Group& group) {
  std::vector<double> quota(capacity.begin(), capacity.end());
  const double load = std::reduce(group.load.begin(), group.load.end());
  if (load == 0.0) {
    return quota;
  }
  const double share = std::accumulate(group.given.begin(), group.given.end(), load) /
                       std::accumulate(capacity.begin(), capacity.end(), 0.0);
  for (std::size_t k = 0; k < quota.size(); ++k) {
    quota[k] = std::max(0.0, capacity[k] * share - group.given[k]);
  }
  return quota;
}

Owners cut(const Group& group, const std::vector<double>& quota) {
  const Chain chain{std::span(group.load)};
  const Workers workers(quota);
  return owners_of(workers, balanced_cuts(chain, workers));
}

}  // namespace

Owners cut_by_depth(const Problem& problem, int group_below) {
  Owners owners(problem.units.size(), kNoOwner);
  int coarsest = problem.units.levels;
  while (coarsest > 0) {
    const int finest = coarsest - 1;
    coarsest = finest <= group_below ? 0 : finest;
    const Group group = find_group(problem, owners, coarsest, finest);
    const Owners of_group = cut(group, quotas(problem.capacity, group));
    for (std::size_t i = 0; i < group.unit.size(); ++i) {
      owners[group.unit[i]] = of_group[i];
    }
  }
  return owners;
}

}  // namespace evenkeel::partition
