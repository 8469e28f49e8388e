// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every partitioner promises, asked of every one that is registered.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/sample_units.hpp"

namespace evenkeel::partition {
namespace {

Registry<Partitioner> builtin() {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry;
}

std::vector<std::string> all_names() {
  const Registry<Partitioner> registry = builtin();
  const std::vector<std::string_view> names = registry.names();
  return {names.begin(), names.end()};
}

class EveryPartitioner : public testing::TestWithParam<std::string> {
 protected:
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
    return owners;
  }

  std::unique_ptr<Partitioner> partitioner_ = builtin().make(GetParam());
};

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

  EXPECT_EQ(std::ranges::count(owners, 0), 4);
}

TEST_P(EveryPartitioner, EqualCapacitiesShareEqualUnitsEqually) {
  const Owners owners = assign(row_of_loads(std::vector<double>(12, 2.0)), {1, 1, 1});

  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(std::ranges::count(owners, k), 4);
  }
}

TEST_P(EveryPartitioner, ScaleOfCapacitiesDoesNotMatter) {
  const workload::UnitList units = front_units<2>(16, 0.0, geometry::CurveKind::hilbert);

  EXPECT_EQ(assign(units, {1, 3, 2}), assign(units, {0.25, 0.75, 0.5}));
}

INSTANTIATE_TEST_SUITE_P(Builtin, EveryPartitioner, testing::ValuesIn(all_names()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace evenkeel::partition
