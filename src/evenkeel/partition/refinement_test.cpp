// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Borders get shorter, levels stay in balance; graphs of units and of pieces.
#include "evenkeel/partition/refinement.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/partition/levels.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"
#include "evenkeel/partition/unit_graph.hpp"

namespace evenkeel::partition {
namespace {

constexpr double kSlack = 0.009;
constexpr geometry::CurveKind kHilbert = geometry::CurveKind::hilbert;

double sum_of_weights(const UnitGraph& graph) {
  return std::accumulate(graph.weight.begin(), graph.weight.end(), 0.0);
}

TEST(UnitGraph, RowOfCellsHasOneEdgePerFaceAndSide) {
  const workload::UnitList units = row_of_depths(std::array{1, 1, 0});

  const UnitGraph graph = graph_of(units, Faces(units));

  // One fine face pair: 1 + 2 face cells; then a coarse one. Every edge counts at both its ends.
  EXPECT_EQ(graph.first, (std::vector<std::uint32_t>{0, 1, 3, 4}));
  EXPECT_EQ(graph.other, (std::vector<std::uint32_t>{1, 0, 2, 1}));
  EXPECT_EQ(graph.weight, (std::vector<float>{3, 3, 1, 1}));
  EXPECT_EQ(graph.load, (std::vector<double>{1, 4, 5, 1, 4, 5, 1, 0, 1}));
}

TEST(UnitGraph, PiecesAreWhatOneOwnerHasOfABlockOnOneDepth) {
  const workload::UnitList units = row_of_depths(std::array{1, 1, 0, 0, 0, 0});
  const Owners owners = {0, 0, 0, 0, 1, 1};

  const Contraction made = contract(graph_of(units, Faces(units)), owners, 2);

  EXPECT_EQ(made.piece, (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(made.owners, (Owners{0, 0, 1}));
  EXPECT_EQ(made.graph.load, (std::vector<double>{2, 8, 10, 2, 0, 2, 2, 0, 2}));
  EXPECT_EQ(made.graph.other, (std::vector<std::uint32_t>{1, 0, 2, 1}));
  EXPECT_EQ(made.graph.weight, (std::vector<float>{1, 1, 1, 1}));
}

TEST(UnitGraph, JoiningKeepsTheFacesBetweenOwners) {
  const workload::UnitList units = front_units<2>(32, 0.0, kHilbert);
  const std::vector<double> capacity = lognormal_capacity(6);
  const Owners owners = cut_by_depth({units, capacity, {}}, 0);
  const Faces faces(units);
  const UnitGraph graph = graph_of(units, faces);

  const Contraction made = contract(graph, owners, 4);

  EXPECT_LT(made.graph.size(), graph.size() / 2);
  EXPECT_LT(sum_of_weights(made.graph), sum_of_weights(graph));
  EXPECT_EQ(border_of(made.graph, made.owners), border_of(graph, owners));
  EXPECT_EQ(border_of(graph, owners), cut_of(faces, owners).weight);
}

struct Case {
  workload::UnitList units;
  std::vector<double> capacity;
  double most_growth;  ///< of the cut against the composite one
};

void expect_short_borders_in_balance(const Case& front) {
  const Problem problem{front.units, front.capacity, {}};
  Owners owners = cut_by_depth(problem, 0);
  const Quality before = measure(problem, owners);
  const Owners composite = cut_by_depth(problem, front.units.levels - 1);

  refine_borders(problem, graph_of(front.units, Faces(front.units)), kSlack, 4, owners);

  const Quality after = measure(problem, owners);
  EXPECT_LE(after.per_level_time, std::max(1.01, before.per_level_time + kSlack));
  EXPECT_LT(after.cut, before.cut);
  EXPECT_LE(after.cut, front.most_growth * measure(problem, composite).cut);
  EXPECT_EQ(after.empty_parts, 0);
}

// The bound asked for is 1.2; METIS with a constraint a level needs 0.7 to 0.8 at a time of 1.03.
TEST(RefineBorders, LevelsInBalanceCostFewBorders) {
  expect_short_borders_in_balance({front_units<2>(256, 0.0, kHilbert), {16, 19, 31, 34}, 0.75});
  expect_short_borders_in_balance(
      {front_units<2>(256, 0.0, kHilbert), lognormal_capacity(32), 1.15});
  expect_short_borders_in_balance(
      {front_units<3>(64, 0.0, kHilbert, 2), lognormal_capacity(32), 1.05});
}

// 8 units of the finest level a processor: their number alone costs 5 %.
TEST(RefineBorders, FewUnitsAProcessorStayAsNearToBalanceAsTheyWere) {
  expect_short_borders_in_balance(
      {front_units<3>(64, 0.0, kHilbert, 2), lognormal_capacity(1280), 1.22});
}

TEST(RefineBorders, OwnersThatCannotBeImprovedStay) {
  const workload::UnitList units = row_of_depths(std::vector<int>(8, 0));
  const std::array<double, 2> capacity = {1, 1};
  Owners owners = {0, 0, 0, 0, 1, 1, 1, 1};

  refine_borders({units, capacity, {}}, graph_of(units, Faces(units)), 0.0, 2, owners);

  EXPECT_EQ(owners, (Owners{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(Relieve, LoadFlowsOverPartsBetween) {
  const workload::UnitList units = row_of_depths(std::vector<int>(9, 0));
  const std::array<double, 3> capacity = {1, 1, 1};
  Owners owners = {0, 0, 0, 0, 0, 1, 1, 1, 2};
  const std::vector<double> thirds = {3, 3};

  EXPECT_TRUE(relieve({units, capacity, {}}, graph_of(units, Faces(units)), thirds,
                      Ways::kBordersOrFar, owners));

  EXPECT_EQ(owners, (Owners{0, 0, 0, 1, 1, 1, 2, 2, 2}));
}

TEST(Relieve, ProcessorsWithoutABorderGetTheirShareToo) {
  const workload::UnitList units = row_of_depths(std::vector<int>(6, 0));
  const std::array<double, 3> capacity = {1, 1, 1};
  Owners owners = {0, 0, 0, 1, 1, 1};
  const std::vector<double> thirds = {2, 2};

  EXPECT_TRUE(relieve({units, capacity, {}}, graph_of(units, Faces(units)), thirds,
                      Ways::kBordersOrFar, owners));

  EXPECT_EQ(std::ranges::count(owners, 2), 2);
}

TEST(Relieve, SaysWhenTimesCannotBeKept) {
  const workload::UnitList units = row_of_depths(std::vector<int>(5, 0));
  const std::array<double, 2> capacity = {1, 1};
  Owners owners = {0, 0, 0, 0, 1};

  EXPECT_FALSE(relieve({units, capacity, {}}, graph_of(units, Faces(units)), {2.4, 2.4},
                       Ways::kBordersOrFar, owners));
}

}  // namespace
}  // namespace evenkeel::partition
