// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// earliest_common_start: reserves processors for the peak from when sites first have them
/// together.
#include <numeric>
#include <set>

#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

class EarliestCommonStart final : public SuperScheduler {
 public:
  bool looks_ahead() const override { return true; }

  Grant decide(const GridView& grid) const override {
    return reserve_once(grid, [&] { return earliest(grid); });
  }

 private:
  /// What is free grows at steps of the sites only.
  static double earliest(const GridView& grid) {
    std::set<double> times;
    for (const SiteView& site : grid.sites) {
      for (const auto& [time, free] : site.promises->steps()) {
        times.insert(time);
      }
    }
    for (const double time : times) {
      const std::vector<int> processors = promised_at(grid, time);
      if (std::accumulate(processors.begin(), processors.end(), 0) >= grid.most) {
        return time;
      }
    }
    return *times.rbegin();  // at last all processors are free
  }
};

}  // namespace

void register_earliest_common_start(Registry<SuperScheduler>& registry) {
  registry.add({.name = "earliest_common_start",
                .summary = "reserves the peak's processors from when sites promise them together",
                .source = "co-allocation by promises of local schedulers",
                .make = [](const Params&) { return std::make_unique<EarliestCommonStart>(); }});
}

}  // namespace evenkeel::simulator
