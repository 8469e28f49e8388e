// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What changes hands.
#include "evenkeel/simulator/step_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/simulator/rank_work.hpp"

namespace evenkeel::simulator {
namespace {

TEST(MovedBoxes, AreIntersectionsOfOldAndNew) {
  using geometry::Box;
  const Dealt<1> before{{{Box<1>{{0}, {6}}, 0}, {Box<1>{{6}, {12}}, 1}}};
  const Dealt<1> after{{{Box<1>{{0}, {4}}, 0}, {Box<1>{{4}, {12}}, 1}}};

  EXPECT_THAT(moved<1>(before, after), testing::ElementsAre(partition::Link{0, 1, 1.0, 2.0}));
}

TEST(ToExchange, MessagesShareTheLinksOfTheirHosts) {
  // A byte a second; rank 0 sends 6 and 2 bytes, rank 1 sends 4 of its own to rank 2.
  const Platform hosts = equal_platform(3, 1.0, {.bandwidth = 1.0, .latency = 0.25});
  const std::vector<partition::Link> links{{0, 1, 1.0, 6.0}, {0, 2, 1.0, 2.0}, {1, 2, 1.0, 4.0}};

  const Exchange exchange = to_exchange(links, 1.0, hosts, place_ranks(hosts, 3));

  ASSERT_EQ(exchange.messages().size(), 3U);
  EXPECT_DOUBLE_EQ(exchange.messages()[0].seconds, 0.5 + 8.0);  // 2 beside 2, then 4
  EXPECT_DOUBLE_EQ(exchange.messages()[1].seconds, 0.5 + 4.0);  // 2 beside 2
  EXPECT_DOUBLE_EQ(exchange.messages()[2].seconds, 0.5 + 6.0);  // beside the 2 that come to 2
  EXPECT_EQ(exchange.busiest_bytes(), 8.0);                     // rank 0 sends them
}

TEST(ToExchange, AWayOfTheirOwnIsNotShared) {
  Platform hosts = equal_platform(3, 1.0, {.bandwidth = 1.0, .latency = 0.25});
  hosts.direct[{0, 1}] = {.bandwidth = 2.0, .latency = 1.0};
  const std::vector<partition::Link> links{{0, 1, 1.0, 6.0}, {0, 2, 1.0, 2.0}};

  const Exchange exchange = to_exchange(links, 1.0, hosts, place_ranks(hosts, 3));

  EXPECT_DOUBLE_EQ(exchange.messages()[0].seconds, 1.0 + 3.0);
  EXPECT_DOUBLE_EQ(exchange.messages()[1].seconds, 0.5 + 2.0);
}

TEST(RankTables, PatchesAtAPeriodicBoundaryWaitForThoseAtTheOtherEnd) {
  using geometry::Box;
  const Dealt<1> dealt{{{Box<1>{{0}, {8}}, 0}, {Box<1>{{8}, {16}}, 1}}};
  CostModel model;
  model.max_box = 4;
  model.ghost = 1;

  EXPECT_THAT(rank_tables<1>(dealt, {}, 2, model).waiting, testing::ElementsAre(4.0, 4.0));
  model.periodic = {true, false, false};
  EXPECT_THAT(rank_tables<1>(dealt, {}, 2, model).waiting, testing::ElementsAre(8.0, 8.0));
}

TEST(RankTables, WeighCellsByTheBoxTheyWereDealtFrom) {
  using geometry::Box;
  const std::vector<geometry::BoxList<1>> boxes{{{{0}, {8}}, {{8}, {16}}}, {{{4}, {12}}}};
  const workload::OwnerMap<1> owners({{0}, {16}}, 4, {0, 1, 1, 0});
  const Dealt<1> dealt = deal_out<1>(boxes, owners, 2);

  const BoxWeights weights = dealt_weights<1>(boxes, {{3.0, 1.0}, {2.0}}, dealt);
  const RankTables tables = rank_tables<1>(dealt, weights, 2, {.max_box = 4});

  EXPECT_THAT(weights, testing::ElementsAre(testing::ElementsAre(3.0, 3.0, 1.0, 1.0),
                                            testing::ElementsAre(2.0, 2.0)));
  EXPECT_THAT(tables.cells, testing::ElementsAre(8.0, 4.0, 8.0, 4.0));
  EXPECT_THAT(tables.work, testing::ElementsAre(16.0, 8.0, 16.0, 8.0));
  EXPECT_EQ(tables.waiting, tables.work);
}

}  // namespace
}  // namespace evenkeel::simulator
