// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// CCP, chains on chains: the curve cut with the least bottleneck unequal processors allow.
#include <array>

#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"

namespace evenkeel::partition {
namespace {

constexpr std::array kParams = {ParamSpec{
    .name = "sticky_epsilon",
    .unit = "1",
    .fallback = 0.05,
    .min = 0.0,
    .max = 1.0,
    .help = "how far above the optimum the bottleneck may stay to keep old cuts; 0 = off"}};

class ChainsOnChains final : public Partitioner {
 public:
  explicit ChainsOnChains(double epsilon) : epsilon_(epsilon) {}

  Owners assign(const Problem& problem) const override {
    check(problem);
    const Chain chain(problem.units);
    const Workers workers(problem.capacity);
    const double optimum = optimal_bottleneck(chain, workers);
    // Many cuts reach the optimum. Those nearest to the shares leave no processor idle.
    const Owners scratch =
        owners_of(workers, pull_cuts(chain, workers, optimum, cut_at_shares(chain, workers)));
    if (epsilon_ == 0.0 || problem.previous.empty()) {
      return scratch;
    }
    const Cuts old = cuts_of(workers, problem.previous);
    const Owners sticky =
        owners_of(workers, keep_cuts(chain, workers, optimum * (1.0 + epsilon_), old));
    return migration(problem, sticky) < migration(problem, scratch) ? sticky : scratch;
  }

 private:
  double epsilon_;
};

}  // namespace

void register_ccp(Registry<Partitioner>& registry) {
  registry.add({.name = "ccp",
                .summary = "curve cut with the least bottleneck possible, near the old cuts",
                .source = "Pinar, Tabak, Aykanat 2008, section 4",
                .params = kParams,
                .make = [](const Params& params) {
                  return std::make_unique<ChainsOnChains>(params["sticky_epsilon"]);
                }});
}

}  // namespace evenkeel::partition
