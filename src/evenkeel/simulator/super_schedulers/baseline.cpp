// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// baseline: the processors of the peak, all at once, from start to end.
#include <numeric>

#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

class Baseline final : public SuperScheduler {
 public:
  Grant decide(const GridView& grid) const override {
    Grant grant{held_of(grid), grid.started};
    if (!grid.started) {
      take_free(grid, grid.most, grant.processors);
      const int all = std::accumulate(grant.processors.begin(), grant.processors.end(), 0);
      grant.start = all >= grid.most;
      if (!grant.start) {
        grant.processors = held_of(grid);
      }
    }
    return grant;
  }
};

}  // namespace

void register_baseline(Registry<SuperScheduler>& registry) {
  registry.add({.name = "baseline",
                .summary = "starts when processors for its peak are free at the same time",
                .source = "Li 2005, 6.5 (baseline)",
                .make = [](const Params&) { return std::make_unique<Baseline>(); }});
}

}  // namespace evenkeel::simulator
