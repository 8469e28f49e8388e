// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// fcfs: in order of arrival, nobody overtakes.
#include "evenkeel/simulator/local_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

class Fcfs final : public LocalScheduler {
 public:
  std::vector<std::size_t> start(const SiteState& site) const override {
    std::vector<std::size_t> started;
    FreeProfile profile(site);
    for (std::size_t place = 0; place < site.queue.size(); ++place) {
      const Waiting& job = site.queue[place];
      if (!profile.can_start(job.processors, job.request)) {
        break;
      }
      profile.take(site.now, job.request, job.processors);
      started.push_back(place);
    }
    return started;
  }
};

}  // namespace

void register_fcfs(Registry<LocalScheduler>& registry) {
  registry.add({.name = "fcfs",
                .summary = "jobs start in order of arrival",
                .source = "first come, first served",
                .make = [](const Params&) { return std::make_unique<Fcfs>(); }});
}

}  // namespace evenkeel::simulator
