// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every partitioner promises, asked of every one that is registered.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_forms.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Registry<Partitioner> builtin() {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry;
}

class EveryPartitioner : public testing::TestWithParam<Form> {
 protected:
  static std::unique_ptr<Partitioner> make() {
    return builtin().make(GetParam().method, GetParam().params);
  }

  /// Owners of \p units, after checking what holds for any problem.
  Owners assign(const workload::UnitList& units, const std::vector<double>& capacity,
                std::span<const int> previous = {}) const {
    const Owners owners = partitioner_->assign({units, capacity, previous});
    EXPECT_EQ(owners.size(), units.size());
    for (const int owner : owners) {
      EXPECT_GE(owner, 0);
      EXPECT_LT(owner, static_cast<int>(capacity.size()));
      EXPECT_GT(capacity[static_cast<std::size_t>(owner)], 0.0);
    }
    EXPECT_EQ(partitioner_->assign({units, capacity, previous}), owners) << "not deterministic";
    EXPECT_EQ(make()->assign({units, capacity, previous}), owners) << "not the same on every rank";
    return owners;
  }

  std::unique_ptr<Partitioner> partitioner_ = make();
};

/// \p units in random order, one in four left out: holes, and keys that mean nothing.
workload::UnitList shuffled(const workload::UnitList& units, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i-- > 1;) {
    std::swap(order[i], order[uniform_below(random, i + 1)]);
  }
  order.resize(order.size() - order.size() / 4);
  workload::UnitList mixed;
  mixed.dimension = units.dimension;
  mixed.levels = units.levels;
  for (const std::size_t unit : order) {
    append_refined_unit(mixed, units.lo[unit], units.depth(unit));
  }
  return mixed;
}

TEST_P(EveryPartitioner, RandomRowsAreCoveredByProcessorsWithCapacity) {
  SplitMix64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> load(1 + uniform_below(random, 40));
    std::ranges::generate(load, [&] { return static_cast<double>(uniform_below(random, 9)); });
    std::vector<double> capacity(1 + uniform_below(random, 60));
    std::ranges::generate(capacity, [&] { return std::max(0.0, uniform(random) - 0.3); });
    capacity[uniform_below(random, capacity.size())] = 0.7;
    std::vector<int> previous(load.size());
    std::ranges::generate(
        previous, [&] { return static_cast<int>(uniform_below(random, capacity.size() + 1)) - 1; });

    assign(row_of_loads(load), capacity);
    assign(row_of_loads(load), capacity, previous);
  }
}

TEST_P(EveryPartitioner, FrontIsCoveredWithEveryProcessorAtWork) {
  const workload::UnitList units = front_units<2>(32, 0.0, geometry::CurveKind::hilbert);

  const Owners owners = assign(units, {1, 1, 1, 1, 1});

  for (int k = 0; k < 5; ++k) {
    EXPECT_TRUE(std::ranges::count(owners, k) > 0) << "processor " << k;
  }
}

TEST_P(EveryPartitioner, OrderOfUnitsAndHolesDoNotMatterToValidity) {
  const workload::UnitList flat = front_units<2>(16, 0.0, geometry::CurveKind::hilbert);
  const workload::UnitList solid = front_units<3>(8, 0.0, geometry::CurveKind::morton);

  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Owners owners = assign(shuffled(flat, seed), {0.3, 0, 0.1, 0.6});
    EXPECT_GT(std::ranges::count(owners, 3), 0);
    assign(shuffled(solid, seed), {1, 2, 3, 0, 4});
    assign(shuffled(flat, seed), {1, 1, 1}, std::vector<int>(owners.size(), 1));
  }
}

TEST_P(EveryPartitioner, OneProcessorOwnsAll) {
  EXPECT_EQ(assign(row_of_loads(std::vector<double>{3, 1, 2}), {0.2}), (Owners{0, 0, 0}));
}

TEST_P(EveryPartitioner, OneProcessorWithCapacityOwnsAll) {
  EXPECT_EQ(assign(row_of_loads(std::vector<double>{3, 1, 2}), {0, 0, 4, 0}), (Owners{2, 2, 2}));
}

TEST_P(EveryPartitioner, OneUnitHasOneOwner) {
  assign(row_of_loads(std::vector<double>{5}), {1, 2, 3});
}

TEST_P(EveryPartitioner, FewerUnitsThanProcessorsAreSpread) {
  const Owners owners = assign(row_of_loads(std::vector<double>{1, 1, 1}), {1, 1, 1, 1, 1, 1, 1});

  EXPECT_NE(owners[0], owners[1]);
  EXPECT_NE(owners[1], owners[2]);
}

TEST_P(EveryPartitioner, NoUnitsGiveNoOwners) {
  EXPECT_TRUE(assign(row_of_loads(std::vector<double>{}), {1, 2}).empty());
}

TEST_P(EveryPartitioner, ZeroLoadIsNoCrash) {
  const Owners owners = assign(row_of_loads(std::vector<double>(8, 0.0)), {1, 0, 1});

  EXPECT_EQ(owners.size(), 8U);
  EXPECT_TRUE(std::ranges::all_of(owners, [](int owner) { return owner == 0 || owner == 2; }));
}

TEST_P(EveryPartitioner, EqualCapacitiesShareEqualUnitsEqually) {
  const Owners owners = assign(row_of_loads(std::vector<double>(12, 2.0)), {1, 1, 1});

  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(std::ranges::count(owners, k), 4);
  }
}

// Planes across the longest side come no nearer than two columns of eight.
TEST_P(EveryPartitioner, EqualCapacitiesQuarterASquare) {
  workload::UnitList units;
  units.dimension = 2;
  const geometry::Curve<2> curve({8, 8});
  for (std::uint64_t key = 0; key < curve.places(); ++key) {
    const geometry::Index<2> at = curve.block(key);
    append_refined_unit(units, {at[0], at[1], 0}, 0);
  }

  const Owners owners = assign(units, {1, 1, 1, 1});

  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(static_cast<double>(std::ranges::count(owners, k)), 16.0, 4.0);
  }
}

TEST_P(EveryPartitioner, MoreProcessorsThanUnitsShareThem) {
  const workload::UnitList units = front_units<2>(4, 0.0, geometry::CurveKind::hilbert);

  const Owners owners = assign(units, std::vector<double>(40, 1.0));

  int most = 0;
  for (int k = 0; k < 40; ++k) {
    most = std::max(most, static_cast<int>(std::ranges::count(owners, k)));
  }
  EXPECT_LE(most, 4);
}

TEST_P(EveryPartitioner, ScaleOfCapacitiesDoesNotMatter) {
  const workload::UnitList units = front_units<2>(16, 0.0, geometry::CurveKind::hilbert);

  EXPECT_EQ(assign(units, {1, 3, 2}), assign(units, {0.25, 0.75, 0.5}));
}

INSTANTIATE_TEST_SUITE_P(Builtin, EveryPartitioner, testing::ValuesIn(all_forms(builtin())),
                         [](const auto& tested) { return name_of(tested.param); });

}  // namespace
}  // namespace evenkeel::partition
