// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quotas and chains, group by group.
#include "evenkeel/partition/levels.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/quality.hpp"

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

/// What each processor should get of \p group. Shares of the whole where the group has no load, or
/// none that counts beside what processors have.
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
  const bool is_none = std::ranges::all_of(quota, [](double each) { return each == 0.0; });
  return is_none ? std::vector<double>(capacity.begin(), capacity.end()) : quota;
}

/// Gives the units of \p group owners.
void cut(const Group& group, const std::vector<double>& quota, Owners& owners) {
  const Chain chain{std::span(group.load)};
  const Workers workers(quota);
  const Owners of_group = owners_of(workers, balanced_cuts(chain, workers));
  for (std::size_t i = 0; i < group.unit.size(); ++i) {
    owners[group.unit[i]] = of_group[i];
  }
}

/// The same units in \p order. \pre those of the group ascend
Group along(const Group& group, const std::vector<std::uint32_t>& order) {
  std::vector<std::size_t> place(order.size(), group.unit.size());
  for (std::size_t i = 0; i < group.unit.size(); ++i) {
    place[group.unit[i]] = i;
  }
  Group sorted;
  for (const std::uint32_t unit : order) {
    if (place[unit] < group.unit.size()) {
      sorted.unit.push_back(unit);
      sorted.load.push_back(group.load[place[unit]]);
    }
  }
  return sorted;
}

/// Time of the slowest processor, on the levels of \p group.
double slowest(std::span<const double> capacity, const Group& group, const Owners& owners) {
  std::vector<double> held = group.given;
  for (std::size_t i = 0; i < group.unit.size(); ++i) {
    held[static_cast<std::size_t>(owners[group.unit[i]])] += group.load[i];
  }
  return slowest_time(held, capacity);
}

constexpr double kAsBalanced = 1.001;  ///< time with another order, to that with the curve

/// Gives the units of \p group the owners of the best of \p orders; of the curve, if no other is
/// as balanced and has shorter borders.
void cut_best(const Problem& problem, const Group& group, const Orders& orders, Owners& owners) {
  const std::vector<double> quota = quotas(problem.capacity, group);
  cut(group, quota, owners);
  if (orders.more.empty()) {
    return;
  }
  const double most = kAsBalanced * slowest(problem.capacity, group, owners);
  // Faces to units that are dealt out before or later count alike in all orders.
  double shortest = border_of(*orders.graph, owners);
  Owners tried = owners;
  for (const std::vector<std::uint32_t>& order : orders.more) {
    cut(along(group, order), quota, tried);
    const double length = border_of(*orders.graph, tried);
    if (length < shortest && slowest(problem.capacity, group, tried) <= most) {
      shortest = length;
      owners = tried;
    }
  }
}

}  // namespace

Owners cut_by_depth(const Problem& problem, int group_below, const Orders& orders) {
  Owners owners(problem.units.size(), kNoOwner);
  int coarsest = problem.units.levels;
  while (coarsest > 0) {
    const int finest = coarsest - 1;
    coarsest = finest <= group_below ? 0 : finest;
    const Group group = find_group(problem, owners, coarsest, finest);
    const bool is_composite = finest + 1 == problem.units.levels && coarsest == 0;
    cut_best(problem, group, is_composite ? Orders{} : orders, owners);
  }
  return owners;
}

}  // namespace evenkeel::partition
