// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Probes, windows and the exact bottleneck of chains on chains.
#include "evenkeel/partition/chains.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <queue>

namespace evenkeel::partition {
namespace {

/// Places of the greedy probe: every worker takes the longest run it can do in \p time.
Cuts probe(const Chain& chain, const Workers& workers, double time) {
  Cuts cuts(workers.size() + 1, 0);
  for (std::size_t w = 0; w < workers.size(); ++w) {
    cuts[w + 1] = chain.reach(cuts[w], workers.capacity[w], time);
  }
  return cuts;
}

/// The least time above the probed one at which the greedy probe would cut elsewhere. A smaller
/// time gives the same cuts, so it cannot succeed where they failed.
double next_time(const Chain& chain, const Workers& workers, const Cuts& cuts) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t w = 0; w < workers.size() && cuts[w + 1] < chain.size(); ++w) {
    least = std::min(least, chain.load(cuts[w], cuts[w + 1] + 1) / workers.capacity[w]);
  }
  return least;
}

/// The non-decreasing sequence with the least sum of distances to \p wanted, the last value left
/// out: a heap holds where the slope of the least cost so far changes.
std::vector<double> rising_fit(std::span<const double> wanted) {
  std::vector<double> fit(wanted.size(), 0.0);
  std::priority_queue<double> bends;
  for (std::size_t i = 0; i + 1 < wanted.size(); ++i) {
    bends.push(wanted[i]);
    if (bends.top() > wanted[i]) {
      bends.pop();
      bends.push(wanted[i]);
    }
    fit[i] = bends.top();
  }
  for (std::size_t i = wanted.size() - 1; i-- > 1;) {
    fit[i - 1] = std::min(fit[i - 1], fit[i]);
  }
  return fit;
}

}  // namespace

Chain::Chain(std::span<const double> load) : prefix_(load.size() + 1, 0.0) {
  std::copy(load.begin(), load.end(), prefix_.begin() + 1);
  sum_up();
}

Chain::Chain(const workload::UnitList& units) : prefix_(units.size() + 1, 0.0) {
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    prefix_[unit + 1] = units.total(unit);
  }
  sum_up();
}

void Chain::sum_up() {
  std::partial_sum(prefix_.begin(), prefix_.end(), prefix_.begin());
  if (prefix_.back() == 0.0) {
    std::iota(prefix_.begin(), prefix_.end(), 0.0);
  }
}

std::size_t Chain::reach(std::size_t first, double capacity, double time) const {
  const auto start = prefix_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = std::partition_point(
      start, prefix_.end(), [&](double sum) { return (sum - *start) / capacity <= time; });
  return static_cast<std::size_t>(end - prefix_.begin()) - 1;
}

std::size_t Chain::reach_back(std::size_t last, double capacity, double time) const {
  const auto end = prefix_.begin() + static_cast<std::ptrdiff_t>(last);
  const auto start = std::partition_point(
      prefix_.begin(), end, [&](double sum) { return (*end - sum) / capacity > time; });
  return static_cast<std::size_t>(start - prefix_.begin());
}

Workers::Workers(std::span<const double> given) {
  for (std::size_t k = 0; k < given.size(); ++k) {
    if (given[k] > 0.0) {
      rank.push_back(static_cast<int>(k));
      capacity.push_back(given[k]);
    }
  }
}

double Workers::capacity_of(std::size_t first, std::size_t last) const {
  const std::span<const double> some = std::span(capacity).subspan(first, last - first);
  return std::accumulate(some.begin(), some.end(), 0.0);
}

double Workers::least_share() const {
  return std::ranges::min(capacity) / total_capacity();
}

Cuts cut_at_shares(const Chain& chain, const Workers& workers) {
  Cuts cuts(workers.size() + 1, 0);
  const double load_per_capacity = chain.total() / workers.total_capacity();
  double capacity_before = 0.0;
  for (std::size_t w = 0; w + 1 < workers.size(); ++w) {
    capacity_before += workers.capacity[w];
    const double target = capacity_before * load_per_capacity;
    // First unit whose middle lies beyond the target: a binary search on unit numbers.
    std::size_t low = cuts[w];
    std::size_t high = chain.size();
    while (low < high) {
      const std::size_t unit = low + (high - low) / 2;
      const bool stays = (chain.before(unit) + chain.before(unit + 1)) / 2 <= target;
      (stays ? low : high) = stays ? unit + 1 : unit;
    }
    cuts[w + 1] = low;
  }
  cuts.back() = chain.size();
  return cuts;
}

double bottleneck(const Chain& chain, const Workers& workers, const Cuts& cuts) {
  double worst = 0.0;
  for (std::size_t w = 0; w < workers.size(); ++w) {
    worst = std::max(worst, chain.load(cuts[w], cuts[w + 1]) / workers.capacity[w]);
  }
  return worst;
}

double optimal_bottleneck(const Chain& chain, const Workers& workers) {
  double feasible = bottleneck(chain, workers, cut_at_shares(chain, workers));
  // No partition is faster than the ideal; the slack is for the rounding of the sums.
  double least = chain.total() / workers.total_capacity() * (1.0 - 1e-12);
  while (least < feasible) {
    const double middle = least + (feasible - least) / 2;
    // Between neighbours in floating point only `least` itself is left to try.
    const double time = middle < feasible ? middle : least;
    const Cuts cuts = probe(chain, workers, time);
    if (cuts.back() == chain.size()) {
      feasible = bottleneck(chain, workers, cuts);
    } else {
      least = next_time(chain, workers, cuts);
    }
  }
  return feasible;
}

Windows cut_windows(const Chain& chain, const Workers& workers, double time) {
  Windows windows{Cuts(workers.size() + 1, 0), probe(chain, workers, time)};
  windows.earliest.back() = chain.size();
  for (std::size_t w = workers.size(); w-- > 1;) {
    windows.earliest[w] = chain.reach_back(windows.earliest[w + 1], workers.capacity[w], time);
  }
  return windows;
}

Cuts pull_cuts(const Chain& chain, const Workers& workers, double time, const Cuts& wish) {
  const Windows windows = cut_windows(chain, workers, time);
  EVENKEEL_EXPECT(windows.latest.back() == chain.size());
  Cuts cuts(workers.size() + 1, 0);
  for (std::size_t w = 1; w < cuts.size(); ++w) {
    // The run before the cut must fit its worker, what follows must fit the rest. As the cut
    // before it is not before its own window, the two bounds never cross.
    const std::size_t last = chain.reach(cuts[w - 1], workers.capacity[w - 1], time);
    const std::size_t first = std::max(windows.earliest[w], cuts[w - 1]);
    cuts[w] = std::clamp(wish[w], first, last);
  }
  return cuts;
}

Cuts balanced_cuts(const Chain& chain, const Workers& workers) {
  return pull_cuts(chain, workers, optimal_bottleneck(chain, workers),
                   cut_at_shares(chain, workers));
}

Cuts keep_cuts(const Chain& chain, const Workers& workers, double time, const Cuts& old) {
  const Windows windows = cut_windows(chain, workers, time);
  Cuts wish = old;
  std::vector<double> deadline(old.size(), 0.0);  // load the workers before a cut can do in time
  std::vector<double> slack(old.size(), 0.0);     // of that, what they were not given
  for (std::size_t w = 1; w + 1 < old.size(); ++w) {
    wish[w] = std::clamp(old[w], windows.earliest[w], windows.latest[w]);
    deadline[w] = deadline[w - 1] + time * workers.capacity[w - 1];
    slack[w] = deadline[w] - chain.before(wish[w]);
  }
  const std::vector<double> rising = rising_fit(slack);
  for (std::size_t w = 1; w + 1 < old.size(); ++w) {
    if (rising[w] != slack[w]) {
      wish[w] = chain.reach(0, 1.0, deadline[w] - rising[w]);
    }
  }
  return pull_cuts(chain, workers, time, wish);
}

Owners owners_of(const Workers& workers, const Cuts& cuts) {
  Owners owners(cuts.back());
  for (std::size_t w = 0; w < workers.size(); ++w) {
    std::fill(owners.begin() + static_cast<std::ptrdiff_t>(cuts[w]),
              owners.begin() + static_cast<std::ptrdiff_t>(cuts[w + 1]), workers.rank[w]);
  }
  return owners;
}

Cuts cuts_of(const Workers& workers, std::span<const int> previous) {
  // Counting how many units each rank had gives the cuts of consecutive runs, and something
  // harmless for any other owners.
  std::vector<std::size_t> held(static_cast<std::size_t>(workers.rank.back()) + 1, 0);
  int owner = 0;
  for (const int unit_owner : previous) {
    owner = unit_owner == kNoOwner ? owner : unit_owner;
    ++held[std::min(static_cast<std::size_t>(owner), held.size() - 1)];
  }
  Cuts cuts(workers.size() + 1, 0);
  std::size_t rank = 0;
  std::size_t units = 0;
  for (std::size_t w = 0; w < workers.size(); ++w) {
    for (; rank <= static_cast<std::size_t>(workers.rank[w]); ++rank) {
      units += held[rank];
    }
    cuts[w + 1] = units;
  }
  return cuts;
}

}  // namespace evenkeel::partition
