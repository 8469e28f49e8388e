// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// BPA: a hand-made case, and the bound on any processor's excess.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const Problem& problem, const ParamValues& params = {}) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make("bpa", params)->assign(problem);
}

TEST(Bpa, WhatDoesNotFitGoesWhereItIsDoneSoonest) {
  // Shares of 10. The 7 does not fit beside the 5, nor the last 3 beside 5, 2 and 1. The 7 then
  // goes to the 5, whose processor has least, and the 3 to the 4 and 3.
  const workload::UnitList units = row_of_loads(std::array<double, 8>{5, 7, 4, 3, 5, 2, 1, 3});
  const std::array<double, 3> capacity = {1, 1, 1};

  EXPECT_EQ(assign({units, capacity, {}}), (Owners{0, 0, 1, 1, 2, 2, 2, 1}));
}

TEST(Bpa, NobodyTakesLongerThanTheBound) {
  SplitMix64 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> load(1 + uniform_below(random, 60));
    std::ranges::generate(load, [&] { return static_cast<double>(uniform_below(random, 30)); });
    std::vector<double> capacity(1 + uniform_below(random, 9));
    std::ranges::generate(capacity, [&] { return 0.05 + uniform(random); });
    const workload::UnitList units = row_of_loads(load);

    const std::vector<double> held =
        load_table(units, assign({units, capacity, {}}), capacity.size());

    const double heaviest = *std::ranges::max_element(load);
    const double offered = std::accumulate(capacity.begin(), capacity.end(), 0.0);
    const double ideal = units.total_load() / offered;
    const double late = heaviest * static_cast<double>(held.size() - 1) / offered;
    for (std::size_t k = 0; k < held.size(); ++k) {
      EXPECT_LE(held[k] / capacity[k], ideal + std::max(0.05 * ideal, late) + 1e-9)
          << "trial " << trial;
    }
  }
}

TEST(Bpa, BalancesBetterThanTheGreedyCut) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(64);
  const Problem problem{units, capacity, {}};
  Registry<Partitioner> registry;
  register_builtin(registry);

  const Quality greedy = measure(problem, registry.make("gpa")->assign(problem));
  const Quality packed = measure(problem, assign(problem));

  EXPECT_LT(packed.bottleneck, greedy.bottleneck);
  EXPECT_GT(packed.cut, greedy.cut);
}

}  // namespace
}  // namespace evenkeel::partition
