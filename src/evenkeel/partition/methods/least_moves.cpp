// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The old owners, changed no more than balance asks.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/faces.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/refinement.hpp"
#include "evenkeel/partition/remap.hpp"

namespace evenkeel::partition {
namespace {

constexpr double kAnyTime = 1e100;

constexpr std::array kParams = {ParamSpec{
    .name = "epsilon",
    .unit = "1",
    .fallback = 0.05,
    .min = 0.0,
    .max = 1.0,
    .help = "how far above that of the best curve cut the bottleneck may stay to move less"}};

class LeastMoves final : public Partitioner {
 public:
  explicit LeastMoves(double epsilon) : epsilon_(epsilon) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Chain chain(problem.units);
    const Workers workers(problem.capacity);
    const double optimum = optimal_bottleneck(chain, workers);
    Owners best = owners_of(workers, balanced_cuts(chain, workers));
    if (problem.previous.empty() || problem.units.total_load() == 0.0) {
      return best;
    }
    best = remap(problem, best, epsilon_);
    const double time = optimum * (1.0 + epsilon_);
    auto offer = [&, least = migration(problem, best)](Owners owners) mutable {
      const double moved = migration(problem, owners);
      if (moved < least) {
        least = moved;
        best = std::move(owners);
      }
    };
    offer(owners_of(workers, keep_cuts(chain, workers, time, cuts_of(workers, problem.previous))));
    std::vector<double> times(static_cast<std::size_t>(problem.units.levels) + 1, kAnyTime);
    times.back() = time;
    const UnitGraph units = graph_of(problem.units, Faces(problem.units));
    for (const Ways ways : {Ways::kBordersOrFar, Ways::kNextOrFar}) {
      Owners kept = owners_before(problem);
      if (relieve(problem, units, times, ways, kept)) {
        offer(std::move(kept));
      }
    }
    return best;
  }

 private:
  double epsilon_;
};

}  // namespace

void register_least_moves(Registry<Partitioner>& registry) {
  registry.add({.name = "least_moves",
                .summary = "old owners kept, old cuts kept or names changed: what moves least",
                .source = "after Schloegel, Karypis, Kumar 1997 (diffusion); flows of this code",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<LeastMoves>(params["epsilon"]);
                }});
}

}  // namespace evenkeel::partition
