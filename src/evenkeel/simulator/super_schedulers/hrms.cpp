// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// hrms: as many processors as the grids need now, idle ones only, given back when others need
/// them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

int total(const std::vector<int>& processors) {
  return std::accumulate(processors.begin(), processors.end(), 0);
}

class Hrms final : public SuperScheduler {
 public:
  Grant decide(const GridView& grid) const override {
    const int wanted =
        std::clamp(static_cast<int>(std::ceil(grid.load * grid.most)), grid.least, grid.most);
    Grant grant{held_of(grid), true};
    for (std::size_t site = 0; site < grid.sites.size(); ++site) {
      const int may_go = std::max(0, total(grant.processors) - grid.least);
      grant.processors[site] -= std::min(grid.sites[site].wanted, may_go);
    }
    shrink(grid, wanted, grant.processors);
    take_free(grid, wanted, grant.processors);
    if (!grid.started && total(grant.processors) < grid.least) {
      return {held_of(grid), false};
    }
    return grant;
  }

 private:
  /// Slow sites first.
  static void shrink(const GridView& grid, int wanted, std::vector<int>& processors) {
    std::vector<std::size_t> order(grid.sites.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t site) { return grid.sites[site].speed; });
    int surplus = total(processors) - wanted;
    for (const std::size_t site : order) {
      const int fewer = std::clamp(surplus, 0, processors[site]);
      processors[site] -= fewer;
      surplus -= fewer;
    }
  }
};

}  // namespace

void register_hrms(Registry<SuperScheduler>& registry) {
  registry.add({.name = "hrms",
                .summary = "grows and shrinks with the grids, on idle processors only",
                .source = "Li 2005, chapter 6 (HRMS)",
                .make = [](const Params&) { return std::make_unique<Hrms>(); }});
}

}  // namespace evenkeel::simulator
