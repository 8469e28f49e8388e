// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// hold_and_wait: takes whatever gets free until there are processors for the peak.
#include <numeric>

#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

class HoldAndWait final : public SuperScheduler {
 public:
  Grant decide(const GridView& grid) const override {
    Grant grant{held_of(grid), grid.started};
    if (!grid.started) {
      take_free(grid, grid.most, grant.processors);
      grant.start =
          std::accumulate(grant.processors.begin(), grant.processors.end(), 0) >= grid.most;
    }
    return grant;
  }
};

}  // namespace

void register_hold_and_wait(Registry<SuperScheduler>& registry) {
  registry.add({.name = "hold_and_wait",
                .summary = "holds what gets free until there are processors for the peak",
                .source = "co-allocation by holding",
                .make = [](const Params&) { return std::make_unique<HoldAndWait>(); }});
}

}  // namespace evenkeel::simulator
