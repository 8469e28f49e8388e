// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// easy: jobs may overtake where they do not delay the first of the queue.
#include "evenkeel/simulator/local_scheduler.hpp"

namespace evenkeel::simulator {
namespace {

class Easy final : public LocalScheduler {
 public:
  std::vector<std::size_t> start(const SiteState& site) const override {
    std::vector<std::size_t> started;
    FreeProfile profile(site);
    std::size_t place = 0;
    const auto run = [&](std::size_t which) {
      const Waiting& job = site.queue[which];
      profile.take(site.now, job.request, job.processors);
      started.push_back(which);
    };
    const auto can_start = [&](const Waiting& job) {
      return profile.can_start(job.processors, job.request);
    };
    while (place < site.queue.size() && can_start(site.queue[place])) {
      run(place++);
    }
    if (place == site.queue.size() || profile.free() == 0) {
      return started;
    }
    const Waiting& head = site.queue[place];
    profile.take(profile.earliest(head.processors, head.request), head.request, head.processors);
    for (++place; place < site.queue.size() && profile.free() > 0; ++place) {
      if (can_start(site.queue[place])) {
        run(place);
      }
    }
    return started;
  }
};

}  // namespace

void register_easy(Registry<LocalScheduler>& registry) {
  registry.add({.name = "easy",
                .summary = "backfilling that never delays the first job of the queue",
                .source = "Lifka 1995 (EASY); Mu'alem & Feitelson 2001",
                .make = [](const Params&) { return std::make_unique<Easy>(); }});
}

}  // namespace evenkeel::simulator
