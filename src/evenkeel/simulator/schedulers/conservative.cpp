// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// conservative: jobs may overtake where they delay nobody before them.
#include "evenkeel/simulator/local_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

class Conservative final : public LocalScheduler {
 public:
  std::vector<std::size_t> start(const SiteState& site) const override {
    std::vector<std::size_t> started;
    FreeProfile profile(site);
    for (std::size_t place = 0; place < site.queue.size() && profile.free() > 0; ++place) {
      const Waiting& job = site.queue[place];
      const double from = profile.earliest(job.processors, job.request);
      profile.take(from, job.request, job.processors);
      if (from <= site.now) {
        started.push_back(place);
      }
    }
    return started;
  }
};

}  // namespace

void register_conservative(Registry<LocalScheduler>& registry) {
  registry.add({.name = "conservative",
                .summary = "backfilling that delays no job before it in the queue",
                .source = "Mu'alem & Feitelson 2001",
                .make = [](const Params&) { return std::make_unique<Conservative>(); }});
}

}  // namespace evenkeel::simulator
