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
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const Problem& problem, const ParamValues& params = {}) {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make("ccp", params)->assign(problem);
}

const ParamValues kFresh = {{"sticky_epsilon", 0.0}};

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

    const Owners owners = assign({units, capacity, {}}, kFresh);

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

  const std::vector<double> of_three = load_table(units, assign({units, three, {}}, kFresh), 3);
  const std::vector<double> of_four = load_table(units, assign({units, four, {}}, kFresh), 4);

  EXPECT_EQ(of_three, (std::vector<double>{23, 73, 40}));
  // The greedy probe would give 23, 73, 40, 0 and leave the last processor idle.
  EXPECT_EQ(*std::ranges::max_element(of_four), 73.0);
  EXPECT_GT(of_four[3], 0.0);
}

/// A front in space, units in an order that does not suit it.
const workload::UnitList& front(double shift) {
  static const workload::UnitList before = front_units<3>(64, 0.0, geometry::CurveKind::hilbert, 0);
  static const workload::UnitList after = front_units<3>(64, 1.0, geometry::CurveKind::hilbert, 0);
  return shift == 0.0 ? before : after;
}

struct Bar {
  std::size_t processors;
  double bottleneck;
};

class CcpOnFront : public testing::TestWithParam<Bar> {};

TEST_P(CcpOnFront, BottleneckIsWithinTheBarAndNoPartIsEmpty) {
  const std::vector<double> capacity = lognormal_capacity(GetParam().processors);
  const Problem problem{front(0.0), capacity, {}};

  const Quality quality = measure(problem, assign(problem));

  EXPECT_LE(quality.bottleneck, GetParam().bottleneck);
  EXPECT_GE(quality.bottleneck, quality.lower_bound);
  EXPECT_EQ(quality.empty_parts, 0);
}

INSTANTIATE_TEST_SUITE_P(Bars, CcpOnFront, testing::Values(Bar{32, 0.0012}, Bar{1280, 0.045}));

TEST(Ccp, SharesOfFourUnequalProcessorsAreMetClosely) {
  const std::array capacity = {0.16, 0.19, 0.31, 0.34};
  const workload::UnitList flat = front_units<2>(256, 0.0, geometry::CurveKind::hilbert);
  const Problem in_space{front(0.0), capacity, {}};
  const Problem in_plane{flat, capacity, {}};

  EXPECT_LE(measure(in_space, assign(in_space)).seed_imbalance_max, 0.02);
  EXPECT_LE(measure(in_plane, assign(in_plane)).seed_imbalance_max, 0.05);
}

TEST(Ccp, StickyCutsMoveLittleMemoryWithinTheStatedBottleneck) {
  const std::vector<double> capacity = lognormal_capacity(32);
  const Owners old = assign({front(0.0), capacity, {}});
  const Problem problem{front(1.0), capacity, old};

  const Quality scratch = measure(problem, assign(problem, kFresh));
  const Quality sticky = measure(problem, assign(problem));

  EXPECT_LE(sticky.migration_fraction, 0.02);
  EXPECT_LE(sticky.bottleneck, 0.052);
  EXPECT_LE(sticky.cut_fraction, 0.076);
  EXPECT_LE(scratch.bottleneck, 0.0012);
  EXPECT_GT(scratch.migration_fraction, sticky.migration_fraction);
}

TEST(Ccp, StickinessForCostWeighsWaitingAgainstMoving) {
  const workload::UnitList before = front_units<2>(128, 0.0, geometry::CurveKind::hilbert);
  const workload::UnitList after = front_units<2>(128, 1.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(16);
  const Owners old = assign({before, capacity, {}});
  const Problem problem{after, capacity, old};
  const auto at_cost = [&](double move_cost) {
    return measure(problem, assign(problem, {{"sticky_for", "cost"}, {"move_cost", move_cost}}));
  };

  const Quality free = at_cost(0.0);
  const Quality dear = at_cost(1e6);

  EXPECT_EQ(free.bottleneck, measure(problem, assign(problem, kFresh)).bottleneck);
  EXPECT_EQ(dear.migration, measure(problem, assign(problem)).migration);
  EXPECT_LT(dear.migration, free.migration);
  for (const double move_cost : {0.3, 1.0, 3.0}) {
    const Quality between = at_cost(move_cost);
    const double load = after.total_load();
    const auto cost = [&](const Quality& quality) {
      return (1.0 + quality.bottleneck) * load + move_cost * quality.migration;
    };
    EXPECT_LE(cost(between), cost(free) * (1 + 1e-12));
    EXPECT_LE(cost(between), cost(dear) * (1 + 1e-12));
  }
}

TEST(Ccp, TheOrderOfTheUnitsDoesNotMatterUnlessItIsAskedFor) {
  const std::array capacity = {0.16, 0.19, 0.31, 0.34};
  const workload::UnitList hilbert = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const workload::UnitList morton = front_units<2>(64, 0.0, geometry::CurveKind::morton, 1);
  const auto load = [&](const workload::UnitList& units, const std::string& order) {
    return load_table(units, assign({units, capacity, {}}, {{"order", order}}), 4);
  };

  EXPECT_EQ(load(hilbert, "chosen"), load(morton, "chosen"));
  EXPECT_EQ(load(hilbert, "hilbert"), load(morton, "hilbert"));
  EXPECT_EQ(load(hilbert, "given"), load(hilbert, "hilbert"));
  EXPECT_NE(load(hilbert, "given"), load(morton, "given"));
}

TEST(Ccp, OneOwnerOfAllIsNoCut) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert, -1);
  const std::vector<double> capacity = lognormal_capacity(4);
  const Owners one(units.size(), 0);

  EXPECT_EQ(assign({units, capacity, one}, kFresh), assign({units, capacity, {}}, kFresh));
}

TEST(Ccp, NothingMovesWhenOldCutsAreGoodEnough) {
  const workload::UnitList units = row_of_loads(std::vector<double>(100, 1.0));
  const std::array<double, 2> capacity = {1, 1};
  Owners old(100, 1);
  std::fill_n(old.begin(), 52, 0);

  EXPECT_EQ(assign({units, capacity, old}), old);
  EXPECT_NE(assign({units, capacity, old}, {{"sticky_epsilon", 0.03}}), old);
}

}  // namespace
}  // namespace evenkeel::partition
