// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What rules have in common.
#include "evenkeel/simulator/super_scheduler.hpp"

#include <algorithm>
#include <numeric>

namespace evenkeel::simulator {

std::vector<int> held_of(const GridView& grid) {
  std::vector<int> held;
  std::ranges::transform(grid.sites, std::back_inserter(held), &SiteView::held);
  return held;
}

std::vector<std::size_t> fastest_first(const GridView& grid) {
  std::vector<std::size_t> order(grid.sites.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t site) { return grid.sites[site].speed; });
  return order;
}

std::vector<int> promised_at(const GridView& grid, double time) {
  std::vector<int> processors(grid.sites.size(), 0);
  int lacking = grid.most;
  for (const std::size_t site : fastest_first(grid)) {
    processors[site] = std::clamp(grid.sites[site].promises->least(time, grid.request), 0, lacking);
    lacking -= processors[site];
  }
  return processors;
}

Grant reserve_once(const GridView& grid, const std::function<double()>& time) {
  Grant grant{held_of(grid), grid.started};
  if (!grid.started && !grid.has_reservation) {
    grant.reserve_at = time();
    grant.processors = promised_at(grid, *grant.reserve_at);
  } else if (!grid.started && grid.reservation_is_due) {
    std::ranges::transform(grid.sites, grant.processors.begin(), &SiteView::reserved);
    grant.start = true;
  }
  return grant;
}

void take_free(const GridView& grid, int wanted, std::vector<int>& processors) {
  int lacking = wanted - std::accumulate(processors.begin(), processors.end(), 0);
  for (const std::size_t site : fastest_first(grid)) {
    const bool others_first = grid.sites[site].wanted > 0;
    const int more = others_first ? 0 : std::clamp(lacking, 0, grid.sites[site].free);
    processors[site] += more;
    lacking -= more;
  }
}

}  // namespace evenkeel::simulator
