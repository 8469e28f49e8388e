// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The staircase of free processors.
#include "evenkeel/simulator/local_scheduler.hpp"

#include <algorithm>
#include <iterator>

#include "evenkeel/core/error.hpp"

namespace evenkeel::simulator {

/// A job whose request is used up counts as gone: its end is an event of this very moment.
FreeProfile::FreeProfile(const SiteState& site) {
  std::map<double, int> ends;
  int free = site.processors;
  for (const Running& job : site.running) {
    if (job.until > site.now) {
      ends[job.until] += job.processors;
      free -= job.processors;
    }
  }
  steps_[site.now] = free;
  for (const auto& [time, processors] : ends) {
    free += processors;
    steps_[time] = free;
  }
  const double from = std::max(site.now, site.reserved.from);
  if (site.reserved.processors > 0 && site.reserved.until > from) {
    take(from, site.reserved.until - from, site.reserved.processors);
  }
}

int FreeProfile::least(double from, double seconds) const {
  auto step = std::prev(steps_.upper_bound(from));
  int least = step->second;
  for (; step != steps_.end() && step->first < from + seconds; ++step) {
    least = std::min(least, step->second);
  }
  return least;
}

double FreeProfile::earliest(int processors, double seconds) const {
  for (auto from = steps_.begin();;) {
    EVENKEEL_EXPECT(from != steps_.end());  // at last all processors are free
    auto step = from;
    while (step != steps_.end() && step->second >= processors &&
           step->first < from->first + seconds) {
      ++step;
    }
    if (step == steps_.end() || step->first >= from->first + seconds) {
      return from->first;
    }
    from = std::next(step);
  }
}

void FreeProfile::take(double from, double seconds, int processors) {
  for (const double time : {from, from + seconds}) {
    const auto before = std::prev(steps_.upper_bound(time));
    steps_.emplace(time, before->second);
  }
  for (auto step = steps_.find(from); step->first < from + seconds; ++step) {
    step->second -= processors;
    EVENKEEL_DEBUG(step->second >= 0);
  }
}

}  // namespace evenkeel::simulator
