// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What every partitioner promises, asked of every library of this build. Left out of it are
/// promises no library makes: that every part gets a unit, and equal shares exactly.
#include "evenkeel/adapters/adapters.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include "evenkeel/adapters/library_partitioner.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_forms.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::adapters {
namespace {

using partition::Form;
using partition::Owners;
using partition::row_of_loads;

Registry<partition::Partitioner> all() {
  Registry<partition::Partitioner> registry;
  adapters::register_builtin(registry);
  return registry;
}

class EveryAdapter : public testing::TestWithParam<Form> {
 protected:
  /// Owners of \p units, after checking what holds for any problem.
  Owners assign(const workload::UnitList& units, const std::vector<double>& capacity) const {
    const Owners owners = partitioner_->assign({units, capacity, {}});
    EXPECT_EQ(owners.size(), units.size());
    for (const int owner : owners) {
      EXPECT_GE(owner, 0);
      EXPECT_LT(owner, static_cast<int>(capacity.size()));
      EXPECT_GT(capacity[static_cast<std::size_t>(owner)], 0.0);
    }
    EXPECT_EQ(partitioner_->assign({units, capacity, {}}), owners) << "not deterministic";
    return owners;
  }

  std::unique_ptr<partition::Partitioner> partitioner_ =
      all().make(GetParam().method, GetParam().params);
};

TEST_P(EveryAdapter, RandomRowsAreCoveredByProcessorsWithCapacity) {
  SplitMix64 random(7);
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<double> load(1 + uniform_below(random, 40));
    std::ranges::generate(load, [&] { return static_cast<double>(uniform_below(random, 9)); });
    std::vector<double> capacity(1 + uniform_below(random, 60));
    std::ranges::generate(capacity, [&] { return std::max(0.0, uniform(random) - 0.3); });
    capacity[uniform_below(random, capacity.size())] = 0.7;

    assign(row_of_loads(load), capacity);
  }
}

TEST_P(EveryAdapter, LoadFollowsUnequalCapacity) {
  const workload::UnitList units = partition::front_units<2>(32, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = {1, 4, 0, 2, 1};

  const Owners owners = assign(units, capacity);
  const partition::Quality quality = partition::measure({units, capacity, {}}, owners);

  // The heaviest unit is 4 % of the least share; what stays beyond it is the library's tolerance.
  EXPECT_LT(quality.bottleneck, 0.15);
  EXPECT_EQ(quality.empty_parts, 0);
}

TEST_P(EveryAdapter, ThreeDimensionsAreDivided) {
  const workload::UnitList units = partition::front_units<3>(8, 0.0, geometry::CurveKind::morton);

  const Owners owners = assign(units, {1, 1, 1});

  EXPECT_EQ(std::ranges::max(owners), 2);
}

TEST_P(EveryAdapter, OneProcessorWithCapacityOwnsAll) {
  EXPECT_EQ(assign(row_of_loads(std::vector<double>{3, 1, 2}), {0, 0, 4, 0}), (Owners{2, 2, 2}));
}

TEST_P(EveryAdapter, FewerUnitsThanProcessorsAreSpreadHeaviestToFastest) {
  EXPECT_EQ(assign(row_of_loads(std::vector<double>{1, 3, 2}), {1, 0, 2, 4}), (Owners{0, 3, 2}));
}

TEST_P(EveryAdapter, NoUnitsGiveNoOwners) {
  EXPECT_TRUE(assign(row_of_loads(std::vector<double>{}), {1, 2}).empty());
}

TEST_P(EveryAdapter, ZeroLoadIsDividedAsIfItWereOne) {
  const Owners owners = assign(row_of_loads(std::vector<double>(32, 0.0)), {1, 0, 1});

  EXPECT_NEAR(static_cast<double>(std::ranges::count(owners, 0)), 16, 1);
}

TEST_P(EveryAdapter, ScaleOfCapacitiesDoesNotMatter) {
  const workload::UnitList units = partition::front_units<2>(16, 0.0, geometry::CurveKind::hilbert);

  EXPECT_EQ(assign(units, {1, 3, 2}), assign(units, {0.25, 0.75, 0.5}));
}

INSTANTIATE_TEST_SUITE_P(Found, EveryAdapter, testing::ValuesIn(all_forms(all())),
                         [](const auto& tested) { return name_of(tested.param); });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EveryAdapter);

TEST(WholeNumbers, AreKeptOrScaledButNeverLost) {
  EXPECT_EQ(whole_numbers(std::vector<double>{1, 0, 73}, 100),
            (std::vector<std::int32_t>{1, 0, 73}));
  EXPECT_EQ(whole_numbers(std::vector<double>{0.5, 0, 1.5}, 100),
            (std::vector<std::int32_t>{25, 0, 75}));
  EXPECT_EQ(whole_numbers(std::vector<double>{1e-9, 1e9}, 100),
            (std::vector<std::int32_t>{1, 100}));
}

TEST(FaceGraph, HasEveryEdgeInBothRows) {
  const workload::UnitList units = partition::row_of_depths(std::vector<int>{0, 1, 1});

  const Graph graph = face_graph(units);

  // Faces of one dimension: 1 at level 0, and 2 of the two steps of level 1.
  EXPECT_EQ(graph.first, (std::vector<int>{0, 1, 3, 4}));
  EXPECT_EQ(graph.other, (std::vector<int>{1, 0, 2, 1}));
  EXPECT_EQ(graph.weight, (std::vector<double>{1, 1, 3, 3}));
}

/// A program that ends the MPI that Zoltan has started.
[[noreturn]] void end_mpi_itself() {
  const auto zoltan = all().make("zoltan_rcb");
  MPI_Finalize();
  const std::vector<double> load(8, 1.0);
  const std::vector<double> capacity = {1, 1};
  try {
    zoltan->assign({row_of_loads(load), capacity, {}});
  } catch (const SystemError& error) {
    std::fputs(error.what(), stderr);
    std::exit(0);  // where MPI would be ended a second time
  }
  std::exit(1);
}

TEST(ZoltanDeathTest, LeavesAProgramThatEndsMpiItselfInPeace) {
  if (!all().entries().contains("zoltan_rcb")) {
    GTEST_SKIP() << "Zoltan is not installed";
  }
  GTEST_FLAG_SET(death_test_style, "threadsafe");

  EXPECT_EXIT(end_mpi_itself(), testing::ExitedWithCode(0), "has called MPI_Finalize already");
}

TEST(MetisKway, BalancesEveryLevelWhereAsked) {
  const Registry<partition::Partitioner> registry = all();
  if (!registry.entries().contains("metis_kway")) {
    GTEST_SKIP() << "METIS is not installed";
  }
  const workload::UnitList units = partition::front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = {16, 19, 31, 34};
  const auto time_of = [&](const char* constraints) {
    const auto metis = registry.make("metis_kway", {{"constraints", std::string(constraints)}});
    const partition::Problem problem{units, capacity, {}};
    return partition::measure(problem, metis->assign(problem)).per_level_time;
  };

  EXPECT_LT(time_of("levels"), 1.06);
  EXPECT_GT(time_of("load"), 1.06);
}

}  // namespace
}  // namespace evenkeel::adapters
