// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// LPA: its worked example, every level in balance, borders kept short, old cuts kept.
#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
#include "evenkeel/partition/levels.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

Owners assign(const Problem& problem, const ParamValues& params = {},
              const std::string& method = "lpa") {
  Registry<Partitioner> registry;
  register_builtin(registry);
  return registry.make(method, params)->assign(problem);
}

const ParamValues kAllLevels = {{"grouping", "fixed"}, {"group_below", 0.0}};

// Li 2005, figures 4.7 and 4.8: two refined cells, then ten that are not. The composite cut needs
// 18 units of time for a coarse step of 20 units of work on two processors.
TEST(Lpa, RefinedCellsOfTheRowAreShared) {
  const workload::UnitList units = row_of_depths(std::array{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::array capacity = {0.5, 0.5};

  const Owners owners = cut_by_depth({units, capacity, {}}, 0);

  EXPECT_EQ(owners, (Owners{0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(load_table(units, owners, 2), (std::vector<double>{6, 4, 6, 4}));
  // With a barrier after every level step: 6 + 2 * 2 = 10, all of it work.
  EXPECT_DOUBLE_EQ(measure({units, capacity, {}}, owners).per_level_time, 1.0);
  EXPECT_DOUBLE_EQ(measure({units, capacity, {}}, assign({units, capacity, {}})).per_level_time,
                   1.0);
}

TEST(Lpa, QuotasCarryTheLoadOfDeeperUnits) {
  // The refined cell cannot be shared: on the base its processor gets that much less.
  const workload::UnitList units = row_of_depths(std::array{1, 0, 0, 0, 0, 0, 0, 0});
  const std::array capacity = {0.5, 0.5};

  const Owners owners = cut_by_depth({units, capacity, {}}, 0);

  EXPECT_EQ(std::ranges::count(owners, 0), 4);
  EXPECT_EQ(std::ranges::count(owners, 1), 4);
}

TEST(Lpa, AllLevelsInOneGroupAreTheCompositeCut) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::array capacity = {0.16, 0.19, 0.31, 0.34};

  EXPECT_EQ(cut_by_depth({units, capacity, {}}, units.levels - 1),
            assign({units, capacity, {}}, {{"order", "given"}}, "ccp"));
}

struct Front {
  const char* name;
  workload::UnitList units;
  std::vector<double> capacity;
  double cut_growth;  ///< against the composite cut, at most
};

void expect_balance_at_short_borders(const Front& front) {
  SCOPED_TRACE(front.name);
  const Problem problem{front.units, front.capacity, {}};

  const Quality composite = measure(problem, assign(problem, {{"order", "given"}}, "ccp"));
  const Quality quality = measure(problem, assign(problem, kAllLevels));

  EXPECT_GT(composite.per_level_time, 1.09);
  EXPECT_LE(quality.per_level_time, 1.01);
  EXPECT_LE(quality.bottleneck, 0.01);
  EXPECT_LE(quality.cut, front.cut_growth * composite.cut);
  EXPECT_EQ(quality.empty_parts, 0);
}

TEST(Lpa, EveryLevelOfAFrontIsInBalanceAtShortBorders) {
  const std::vector<double> four = {0.16, 0.19, 0.31, 0.34};
  const geometry::CurveKind hilbert = geometry::CurveKind::hilbert;

  expect_balance_at_short_borders({"plane", front_units<2>(256, 0.0, hilbert), four, 0.8});
  expect_balance_at_short_borders({"space", front_units<3>(64, 0.0, hilbert, 2), four, 1.0});
  expect_balance_at_short_borders(
      {"many", front_units<3>(64, 0.0, hilbert, 2), lognormal_capacity(32), 1.2});
}

TEST(Lpa, ShorterBordersLeaveTheCompositeBalanceAlone) {
  const workload::UnitList units = front_units<2>(128, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(8);
  const Problem problem{units, capacity, {}};

  const Quality composite = measure(problem, assign(problem, {{"order", "given"}}, "ccp"));
  const Quality quality =
      measure(problem, assign(problem, {{"grouping", "fixed"}, {"group_below", 2.0}}));

  EXPECT_LE(quality.bottleneck, 0.01);
  EXPECT_LT(quality.cut, composite.cut);
}

TEST(Lpa, AdaptiveGroupingTradesWaitsForBorders) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(12);
  const Problem problem{units, capacity, {}};

  const Quality cheap =
      measure(problem, assign(problem, {{"grouping", "adaptive"}, {"face_cost", 0.0}}));
  const Quality dear =
      measure(problem, assign(problem, {{"grouping", "adaptive"}, {"face_cost", 1000.0}}));

  EXPECT_LT(cheap.per_level_time, 1.02);
  EXPECT_GT(dear.per_level_time, 1.1);
  EXPECT_LT(dear.cut, cheap.cut);
}

TEST(Lpa, BalanceIsGivenUpForBordersOnlyAsFarAsTheyCost) {
  const workload::UnitList units = front_units<2>(64, 0.0, geometry::CurveKind::hilbert);
  const std::array capacity = {0.16, 0.19, 0.31, 0.34};
  const Problem problem{units, capacity, {}};

  const Quality cheap = measure(problem, assign(problem, {{"slack", 1.0}, {"face_cost", 0.01}}));
  const Quality dear = measure(problem, assign(problem, {{"slack", 1.0}, {"face_cost", 1000.0}}));

  EXPECT_LT(cheap.per_level_time, 1.02);
  EXPECT_GT(dear.per_level_time, 1.1);
}

TEST(Lpa, WithoutRefinementItIsTheCompositeCut) {
  const workload::UnitList units = row_of_loads(std::vector<double>{3, 1, 4, 1, 5, 9, 2, 6});
  const std::array<double, 3> capacity = {1, 2, 1};

  EXPECT_EQ(assign({units, capacity, {}}), assign({units, capacity, {}}, {}, "ccp"));
}

TEST(Lpa, ProcessorsWithoutCapacityGetNothingOnAnyLevel) {
  const workload::UnitList units = front_units<2>(32, 0.0, geometry::CurveKind::hilbert);
  const std::array<double, 5> capacity = {0, 1, 0, 2, 0};

  const Owners owners = assign({units, capacity, {}}, kAllLevels);

  EXPECT_EQ(std::ranges::count(owners, 1) + std::ranges::count(owners, 3),
            static_cast<std::ptrdiff_t>(owners.size()));
}

struct Kept {
  Quality scratch;
  Quality sticky;
};

/// When a front has moved by \p shift: all dealt out anew, and with old owners kept.
Kept after_the_front_moved(double shift, std::size_t processors) {
  const workload::UnitList before = front_units<2>(128, 0.0, geometry::CurveKind::hilbert);
  const workload::UnitList after = front_units<2>(128, shift, geometry::CurveKind::hilbert);
  const std::vector<double> capacity = lognormal_capacity(processors);
  const Owners old = assign({before, capacity, {}}, kAllLevels);
  const Problem problem{after, capacity, old};
  ParamValues from_scratch = kAllLevels;
  from_scratch["sticky_epsilon"] = 0.0;
  return {measure(problem, assign(problem, from_scratch)),
          measure(problem, assign(problem, kAllLevels))};
}

TEST(Lpa, OldCutsAreKeptWhereTheyAreGoodEnough) {
  const auto [scratch, sticky] = after_the_front_moved(1.0, 12);

  EXPECT_LT(sticky.migration, 0.1 * scratch.migration);
  EXPECT_LE(sticky.per_level_time, 1.05);
}

TEST(Lpa, SlabsOfAFewPartsHardlyMove) {
  const auto [scratch, sticky] = after_the_front_moved(1.0, 8);

  EXPECT_LT(scratch.migration_fraction, 0.03);
  EXPECT_LT(sticky.migration_fraction, 0.005);
  EXPECT_LE(sticky.per_level_time, 1.02);
}

/// Some processor stays late on some level; a step takes hardly longer for that.
TEST(Lpa, OldCutsAreKeptWhereNotAllLevelsCanBeRelieved) {
  const auto [scratch, sticky] = after_the_front_moved(10.0, 32);

  EXPECT_LT(sticky.migration, 0.5 * scratch.migration);
  EXPECT_LE(sticky.per_level_time, 1.05 * scratch.per_level_time);
}

}  // namespace
}  // namespace evenkeel::partition
