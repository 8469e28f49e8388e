// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One small problem per group of ranks.
#include "evenkeel/manager/groups.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace evenkeel::manager {
namespace {

/// Members and units of one group.
struct Group {
  std::vector<int> ranks;  ///< ascending
  std::vector<std::size_t> units;
};

std::map<int, Group> groups_of(const Observation& now, const partition::Owners& kept) {
  std::map<int, Group> groups;
  for (std::size_t rank = 0; rank < now.group.size(); ++rank) {
    groups[now.group[rank]].ranks.push_back(static_cast<int>(rank));
  }
  for (std::size_t unit = 0; unit < kept.size(); ++unit) {
    groups[now.group[static_cast<std::size_t>(kept[unit])]].units.push_back(unit);
  }
  return groups;
}

}  // namespace

bool has_groups(const Observation& now) {
  std::map<int, int> members;
  for (const int group : now.group) {
    ++members[group];
  }
  return members.size() > 1 && members.size() < now.group.size();
}

std::optional<partition::Owners> assign_within_groups(const Method& method, const Observation& now,
                                                      const partition::Owners& kept,
                                                      std::span<const double> capacity) {
  partition::Owners owners = kept;
  for (const auto& [number, group] : groups_of(now, kept)) {
    std::vector<double> share;
    for (const int rank : group.ranks) {
      share.push_back(capacity[static_cast<std::size_t>(rank)]);
    }
    if (group.units.empty()) {
      continue;
    }
    if (std::reduce(share.begin(), share.end()) <= 0.0) {
      return std::nullopt;
    }
    const workload::UnitList units = now.units.selected(group.units);
    std::vector<int> before;
    for (const std::size_t unit : group.units) {
      const int owner = now.owners[unit];
      const auto place = std::ranges::lower_bound(group.ranks, owner);
      const bool is_inside = place != group.ranks.end() && *place == owner;
      before.push_back(is_inside ? static_cast<int>(place - group.ranks.begin())
                                 : partition::kNoOwner);
    }
    const partition::Owners inside = method.partitioner->assign({units, share, before});
    for (std::size_t k = 0; k < inside.size(); ++k) {
      owners[group.units[k]] = group.ranks[static_cast<std::size_t>(inside[k])];
    }
  }
  return owners;
}

}  // namespace evenkeel::manager
