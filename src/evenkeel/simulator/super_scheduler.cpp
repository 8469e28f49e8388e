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

void take_free(const GridView& grid, int wanted, std::vector<int>& processors) {
  std::vector<std::size_t> order(grid.sites.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t site) { return grid.sites[site].speed; });
  int lacking = wanted - std::accumulate(processors.begin(), processors.end(), 0);
  for (const std::size_t site : order) {
    const bool others_first = grid.sites[site].wanted > 0;
    const int more = others_first ? 0 : std::clamp(lacking, 0, grid.sites[site].free);
    processors[site] += more;
    lacking -= more;
  }
}

}  // namespace evenkeel::simulator
