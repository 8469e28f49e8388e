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
    int free = FreeProfile(site).free();
    for (std::size_t place = 0; place < site.queue.size() && site.queue[place].processors <= free;
         ++place) {
      free -= site.queue[place].processors;
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
