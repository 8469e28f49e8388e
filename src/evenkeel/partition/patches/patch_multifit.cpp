// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches by MULTIFIT: the least time at which all fit into bins of that time times capacity.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>

#include "evenkeel/partition/bounds.hpp"
#include "evenkeel/partition/patch_dealing.hpp"

namespace evenkeel::partition {
namespace {

constexpr int kProbes = 14;  ///< bisections between the bound and LPT
constexpr double kRounding = 1e-12;

/// Every piece, the heaviest first, into the bin with the least room that still holds it; of equal
/// ones, that with the least to do on finer levels. None if something does not fit in \p time.
std::optional<std::vector<int>> fit(const Deal& deal, double time) {
  const std::size_t workers = deal.workers.size();
  // By room, then by load of finer levels over capacity, then by number.
  std::set<std::pair<double, std::pair<double, int>>> bins;
  for (std::size_t k = 0; k < workers; ++k) {
    const double capacity = deal.workers.capacity[k];
    bins.insert({time * capacity, {deal.given[k] / capacity, static_cast<int>(k)}});
  }
  std::vector<int> worker;
  for (const double load : deal.load) {
    const double needed = load * (1.0 - kRounding);
    const auto bin = bins.lower_bound({needed, {0.0, -1}});
    if (bin == bins.end()) {
      return std::nullopt;
    }
    const auto [room, of] = *bin;
    bins.erase(bin);
    worker.push_back(of.second);
    bins.emplace(room - load, of);
  }
  return worker;
}

std::vector<int> multifit(const Deal& deal) {
  std::vector<int> best = deal_longest_first(deal);
  double feasible = slowest(deal, best);
  double least = least_time(deal.load, deal.workers.capacity);
  for (int probe = 0; probe < kProbes && feasible > std::max(least, deal.enough); ++probe) {
    const double time = (least + feasible) / 2.0;
    if (auto fitted = fit(deal, time)) {
      best = std::move(*fitted);
      feasible = std::min(time, slowest(deal, best));
    } else {
      least = time;
    }
  }
  return best;
}

class Multifit final : public PatchPartitioner {
 public:
  explicit Multifit(const Chopping& chopping) : chopping_(chopping) {}

  OwnedPatches assign(const PatchProblem& problem) const override {
    check(problem);
    return deal_levels(problem, {chopping_, multifit});
  }

 private:
  Chopping chopping_;
};

}  // namespace

void register_patch_multifit(Registry<PatchPartitioner>& registry) {
  registry.add(
      {.name = "patch_multifit",
       .summary = "patches of each level, chopped, packed best fit into equal times",
       .source = "Coffman, Garey, Johnson 1978; Friesen, Langston 1983 for speeds",
       .params = chopping_params(),
       .make = [](const Params& params) { return std::make_unique<Multifit>(chopping(params)); }});
}

}  // namespace evenkeel::partition
