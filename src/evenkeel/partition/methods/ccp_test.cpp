// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// CCP: exact against dynamic programming, as good as promised on a refined front, and sticky.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/chains.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/sample_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const Problem& problem, double sticky_epsilon) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make("ccp", {{"sticky_epsilon", sticky_epsilon}})->assign(problem);
}

/// Least bottleneck of all cuts in rank order, by trying them all: O(K n^2).
double best_bottleneck(const std::vector<double>& load, const std::vector<double>& capacity) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const Chain chain{std::span(load)};
  std::vector<double> best(load.size() + 1, kNever);
  best[0] = 0.0;
  for (const double share : capacity) {
    std::vector<double> next = best;  // an empty run
    for (std::size_t first = 0; share > 0.0 && first < load.size(); ++first) {
      for (std::size_t last = first + 1; last <= load.size(); ++last) {
        next[last] = std::min(next[last], std::max(best[first], chain.load(first, last) / share));
      }
    }
    best = next;
  }
  return best.back();
}

TEST(Ccp, BottleneckEqualsDynamicProgrammeOnRandomCases) {
  SplitMix64 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<double> load(1 + uniform_below(random, 24));
    const bool whole = trial % 2 == 0;
    for (double& unit : load) {
      unit = whole ? static_cast<double>(uniform_below(random, 40)) : 40.0 * uniform(random);
    }
    load[0] += 1.0;
    std::vector<double> capacity(1 + uniform_below(random, 7));
    for (double& share : capacity) {
      share = uniform_below(random, 4) == 0 ? 0.0 : 0.05 + uniform(random);
    }
    capacity[uniform_below(random, capacity.size())] = 0.5;
    const workload::UnitList units = row_of_loads(load);

    const Owners owners = assign({units, capacity, {}}, 0.0);

    const std::vector<double> held = load_table(units, owners, capacity.size());
    const Workers workers(capacity);
    EXPECT_EQ(optimal_bottleneck(Chain(units), workers), best_bottleneck(load, capacity))
        << "trial " << trial;
    for (std::size_t k = 0; k < capacity.size(); ++k) {
      EXPECT_LE(held[k], best_bottleneck(load, capacity) * capacity[k] * (1 + 1e-12));
    }
    EXPECT_TRUE(std::ranges::is_sorted(owners));
  }
}

TEST(Ccp, HeaviestUnitBoundsTheBottleneck) {
  const std::array<double, 16> loads = {1, 1, 9, 9, 1, 1, 1, 73, 9, 1, 1, 9, 9, 9, 1, 1};
  const workload::UnitList units = row_of_loads(loads);
  const std::array<double, 3> three = {1, 1, 1};
  const std::array<double, 4> four = {1, 1, 1, 1};

  const std::vector<double> of_three = load_table(units, assign({units, three, {}}, 0.0), 3);
  const std::vector<double> of_four = load_table(units, assign({units, four, {}}, 0.0), 4);

  EXPECT_EQ(of_three, (std::vector<double>{23, 73, 40}));
  // The greedy probe would give 23, 73, 40, 0 and leave the last processor idle.
  EXPECT_EQ(*std::ranges::max_element(of_four), 73.0);
  EXPECT_GT(of_four[3], 0.0);
}

struct Bar {
  std::size_t processors;
  double bottleneck;
};

class CcpOnFront : public testing::TestWithParam<Bar> {};

TEST_P(CcpOnFront, BottleneckIsWithinTheBarAndNoPartIsEmpty) {
  const workload::UnitList units = front_units<3>(64, 0.0, geometry::CurveKind::hilbert, 2);
  const std::vector<double> capacity = lognormal_capacity(GetParam().processors);
  const Problem problem{units, capacity, {}};

  const Quality quality = measure(problem, assign(problem, 0.0));

  EXPECT_LE(quality.bottleneck, GetParam().bottleneck);
  EXPECT_GE(quality.bottleneck, quality.lower_bound);
  EXPECT_EQ(quality.empty_parts, 0);
}

INSTANTIATE_TEST_SUITE_P(Bars, CcpOnFront, testing::Values(Bar{32, 0.0012}, Bar{1280, 0.045}));

TEST(Ccp, SharesOfFourUnequalProcessorsAreMetClosely) {
  const std::array capacity = {0.16, 0.19, 0.31, 0.34};
  const workload::UnitList solid = front_units<3>(64, 0.0, geometry::CurveKind::hilbert, 2);
  const workload::UnitList flat = front_units<2>(256, 0.0, geometry::CurveKind::hilbert);
  const Problem in_space{solid, capacity, {}};
  const Problem in_plane{flat, capacity, {}};

  EXPECT_LE(measure(in_space, assign(in_space, 0.0)).seed_imbalance_max, 0.02);
  EXPECT_LE(measure(in_plane, assign(in_plane, 0.0)).seed_imbalance_max, 0.05);
}

TEST(Ccp, StickyCutsMoveLittleMemoryWithinTheStatedBottleneck) {
  constexpr int kAcross = 2;  // the front moves along axis 0: a curve slow along it moves more
  const workload::UnitList before = front_units<3>(64, 0.0, geometry::CurveKind::morton, kAcross);
  const workload::UnitList after = front_units<3>(64, 1.0, geometry::CurveKind::morton, kAcross);
  const std::vector<double> capacity = lognormal_capacity(32);
  const Owners old = assign({before, capacity, {}}, 0.0);
  const Problem problem{after, capacity, old};

  const Quality scratch = measure(problem, assign(problem, 0.0));
  const Quality sticky = measure(problem, assign(problem, 0.05));

  EXPECT_LE(sticky.migration_fraction, 0.02);
  EXPECT_LE(sticky.bottleneck, 0.052);
  EXPECT_LE(sticky.cut_fraction, 0.076);
  EXPECT_LE(scratch.bottleneck, 0.0012);
  EXPECT_GT(scratch.migration_fraction, sticky.migration_fraction);
}

TEST(Ccp, NothingMovesWhenOldCutsAreGoodEnough) {
  const workload::UnitList units = row_of_loads(std::vector<double>(100, 1.0));
  const std::array<double, 2> capacity = {1, 1};
  Owners old(100, 1);
  std::fill_n(old.begin(), 52, 0);

  EXPECT_EQ(assign({units, capacity, old}, 0.05), old);
  EXPECT_NE(assign({units, capacity, old}, 0.03), old);
}

}  // namespace
}  // namespace evenkeel::partition
