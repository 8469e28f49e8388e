// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Traffic small enough to count by hand.
#include "evenkeel/partition/traffic.hpp"

#include <array>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_units.hpp"

namespace evenkeel::partition {
namespace {

using geometry::Box;
using testing::ElementsAre;

TEST(Traffic, CornersCountWhereFacesMissThem) {
  OwnedLevels<2> levels(1);
  int owner = 0;
  for (const std::int32_t j : {0, 4}) {
    for (const std::int32_t i : {0, 4}) {
      levels[0].push_back({Box<2>{{i, j}, {i + 4, j + 4}}, owner++});
    }
  }

  const Traffic traffic = measure_traffic(levels, {2, 2}, {1}, 4);

  EXPECT_EQ(traffic.ghost_cells, 4 * (4 + 4 + 1));
  EXPECT_EQ(traffic.interlevel_cells, 0);
  EXPECT_EQ(traffic.messages, 12);
  EXPECT_EQ(traffic.most_neighbours, 3);
  EXPECT_EQ(traffic.mean_neighbours, 3);
  EXPECT_EQ(traffic.busiest_cells, 9);
  EXPECT_DOUBLE_EQ(traffic.overhead, (36.0 - 16.0) / 16.0);
  EXPECT_EQ(traffic.links.front(), (Link{0, 1, 1, 4}));
}

TEST(Traffic, GhostsComeThroughPeriodicBoundaries) {
  // Slabs of 4 cells around a ring of 8, which repeats along axis 1 too: there nobody else is met.
  // The finer box at the lower end takes what it lacks beyond 0 from the coarse cells at the end.
  const OwnedLevels<2> levels = {{{Box<2>{{0, 0}, {4, 2}}, 0}, {Box<2>{{4, 0}, {8, 2}}, 1}},
                                 {{Box<2>{{0, 0}, {4, 4}}, 0}}};

  const std::vector<LevelTraffic> open = level_traffic<2>(levels, 2, 1, {false, true});
  const std::vector<LevelTraffic> closed = level_traffic<2>(levels, 2, 1, {true, true});

  // Two columns and their ends, seen beyond axis 1: 2 + 2 cells, on one side or on both.
  EXPECT_THAT(open[0].ghosts, ElementsAre(Link{0, 1, 1, 4}, Link{1, 0, 1, 4}));
  EXPECT_THAT(closed[0].ghosts, ElementsAre(Link{0, 1, 1, 8}, Link{1, 0, 1, 8}));
  EXPECT_TRUE(open[1].coarse.empty());
  EXPECT_THAT(closed[1].coarse, ElementsAre(Link{1, 0, 1, 4}));
}

TEST(Traffic, BoxesOfOneProcessorSendNothing) {
  const OwnedLevels<1> levels = {{{Box<1>{{0}, {4}}, 1}, {Box<1>{{4}, {9}}, 1}}};

  const Traffic traffic = measure_traffic(levels, {2, 2}, {3}, 2);

  EXPECT_EQ(traffic.cells(), 0);
  EXPECT_EQ(traffic.messages, 0);
  EXPECT_TRUE(traffic.links.empty());
  EXPECT_EQ(traffic.boxes, 2);
}

TEST(Traffic, LevelsOfTwoProcessorsExchangeCoarseCells) {
  const OwnedLevels<2> levels = {{{Box<2>{{0, 0}, {4, 4}}, 0}}, {{Box<2>{{2, 2}, {6, 6}}, 1}}};

  const Traffic traffic = measure_traffic(levels, {2, 2}, {1}, 2);

  // The ring of fine ghosts lies in 12 coarse cells; the fine box covers 4. Two fine steps.
  EXPECT_EQ(traffic.ghost_cells, 0);
  EXPECT_EQ(traffic.interlevel_cells, 2 * (12 + 4));
  EXPECT_EQ(traffic.messages, 2 * 2);
  EXPECT_THAT(traffic.links, ElementsAre(Link{0, 1, 2, 24}, Link{1, 0, 2, 8}));
  EXPECT_EQ(measure_traffic(levels, {2, 1}, {1}, 2).cells(), 12 + 4);  // one step of each level
}

TEST(Traffic, DomainsThatRepeatHaveTwoBorders) {
  const OwnedLevels<1> levels = {{{Box<1>{{0}, {8}}, 0}, {Box<1>{{8}, {16}}, 1}}};

  EXPECT_EQ(measure_traffic(levels, {2, 2}, {2}, 2).ghost_cells, 4);
  EXPECT_EQ(measure_traffic(levels, {2, 2}, {2, {true}}, 2).ghost_cells, 8);
}

TEST(Traffic, UnitsStandForBoxesWhereNoneAreKnown) {
  const workload::UnitList units = refined_square();
  const std::array<double, 2> capacity = {1, 1};

  const Traffic traffic = traffic_of({units, capacity, {}}, {0, 1, 0, 1}, {}, {2});

  // Columns: level 0 gives 2 cells to each, level 1 a 2 x 2 block to each in both its steps. A fine
  // ghost of each lies in the other's unrefined cell.
  EXPECT_EQ(traffic.boxes, 4);
  EXPECT_EQ(traffic.ghost_cells, 2 * 2 + 2 * (4 + 4));
  EXPECT_EQ(traffic.interlevel_cells, 2 * (1 + 1));
  EXPECT_EQ(traffic.messages, 2 + 2 * 2 + 2 * 2);
}

TEST(Traffic, BoxesOfAHierarchyAreCutAtOwners) {
  const workload::UnitList units = refined_square();
  const std::vector<geometry::BoxList<3>> boxes = {{{{0, 0, 0}, {2, 2, 1}}},
                                                   {{{0, 0, 0}, {3, 2, 1}}}};

  const OwnedLevels<2> levels = owned_levels<2>(units, {0, 1, 0, 1}, boxes);

  ASSERT_EQ(levels[1].size(), 2U);
  EXPECT_EQ(levels[1][0].box, (Box<2>{{0, 0}, {2, 2}}));
  EXPECT_EQ(levels[1][1].box, (Box<2>{{2, 0}, {3, 2}}));
  EXPECT_EQ(levels[1][1].owner, 1);
}

TEST(Traffic, WhatIsSentIsReceived) {
  const workload::UnitList units = front_units<3>(12, 0.0, geometry::CurveKind::hilbert);
  const std::vector<double> capacity(7, 1.0);
  Owners owners;
  for (std::size_t unit = 0; unit < units.size(); ++unit) {
    owners.push_back(static_cast<int>(unit * 7 / units.size()));
  }

  const Traffic traffic = traffic_of({units, capacity, {}}, owners, {}, {2});

  double cells = 0.0;
  double messages = 0.0;
  for (const Link& link : traffic.links) {
    EXPECT_NE(link.from, link.to);
    cells += link.cells;
    messages += link.messages;
  }
  EXPECT_DOUBLE_EQ(cells, traffic.cells());
  EXPECT_GE(messages, 7.0);
}

TEST(Traffic, ReceivedMemoryIsThatOfUnitsWhoseOwnerChanged) {
  const workload::UnitList units = refined_square();  // memory 5, 5, 1, 1
  const std::array<double, 2> capacity = {1, 1};
  const Owners before = {0, 1, kNoOwner, 1};

  EXPECT_THAT(received({units, capacity, before}, {0, 0, 1, 0}), ElementsAre(6.0, 0.0));
}

TEST(Traffic, CellsThatWereNotThereDoNotMove) {
  const workload::UnitList units = refined_square();  // memory 5, 5, 1, 1
  const std::array<double, 2> capacity = {1, 1};
  const Owners before = {0, 1, 0, 1};
  const std::array<double, 4> held = {5, 1, 1, 1};

  const Problem problem{units, capacity, before, held};

  EXPECT_THAT(received(problem, {0, 0, 1, 1}), ElementsAre(1.0, 1.0));
  EXPECT_EQ(migration(problem, {0, 0, 1, 1}), 2.0);
}

}  // namespace
}  // namespace evenkeel::partition
