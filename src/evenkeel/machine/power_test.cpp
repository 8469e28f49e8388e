// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Powers against the worked example of four nodes (oracles/parts.py, DRUM).
#include "evenkeel/machine/power.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::machine {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

const NodeUse kUse[] = {{{.9}, {.1}, {100.0}},
                        {{.9, .9, .8, .8}, {.1, .1, .2, .2}, {300.0}},
                        {{.7, .7}, {.1, .1, .9, .9}, {200.0}},
                        {{.5}, {0.0}, {100.0}}};
const double kBenchmark[] = {52.43, 82.55, 82.55, 52.43};

Node node(int id, int parent, NodeType type) {
  Node made;
  made.id = id;
  made.parent = parent;
  made.type = type;
  return made;
}

Tree flat(int leaves) {
  std::vector<Node> nodes{node(0, -1, NodeType::kNetwork)};
  for (int n = 1; n <= leaves; ++n) {
    nodes.push_back(node(n, 0, NodeType::kSingleComputing));
  }
  return Tree(nodes);
}

TEST(Power, OfProcessingMeetsTheWorkedExample) {
  const double expected[] = {52.43, 330.2, 165.1, 26.215};
  for (std::size_t n = 0; n < 4; ++n) {
    EXPECT_NEAR(processing_power(kBenchmark[n], kUse[n]), expected[n], 1e-9);
  }
}

TEST(Power, CombinesFractionsAsInTheWorkedExample) {
  std::vector<double> processing;
  std::vector<double> communication;
  for (std::size_t n = 0; n < 4; ++n) {
    processing.push_back(processing_power(kBenchmark[n], kUse[n]));
    communication.push_back(communication_power(kUse[n]));
  }
  const Tree tree = flat(4);

  const auto shares = leaf_shares(tree, node_powers(tree, processing, communication, 0.1));

  EXPECT_THAT(shares, Pointwise(DoubleNear(5e-6), std::vector{.11751, .52955, .27654, .07640}));
}

TEST(Power, WithoutProcessesIsZeroButPotentialRemains) {
  const NodeUse idle{{}, {1.0, 0.5}, {}};

  EXPECT_EQ(processing_power(10.0, idle), 0.0);
  EXPECT_EQ(potential_power(10.0, idle), 15.0);
}

TEST(Power, ClampsUseAboveAllOfTheTime) {
  EXPECT_EQ(processing_power(10.0, {{1.2, 1.1}, {0.5, 0.5}, {}}), 20.0);
}

TEST(Power, LeavesOutInterfacesWithoutPackets) {
  EXPECT_DOUBLE_EQ(communication_power({{}, {}, {0.0, 10.0, 30.0}}), 1.0 / 20.0);
  EXPECT_EQ(communication_power({{}, {}, {0.0}}), 0.0);
}

TEST(Power, GivesASilentNodeTheBestCommunicationOfItsSiblings) {
  const Tree tree = flat(3);
  const std::vector<double> p{1.0, 1.0, 1.0};

  EXPECT_THAT(
      node_powers(tree, p, std::vector{0.01, 0.0, 0.02}, 1.0).power,
      ElementsAre(1.0, DoubleNear(0.2, 1e-15), DoubleNear(0.4, 1e-15), DoubleNear(0.4, 1e-15)));
  EXPECT_EQ(leaf_shares(tree, node_powers(tree, p, std::vector{0.0, 0.0, 0.0}, 1.0)),
            std::vector<double>(3, 1.0 / 3.0));
}

Tree two_below_a_switch_and_one() {
  return Tree({node(0, -1, NodeType::kNetwork), node(1, 0, NodeType::kNetwork),
               node(2, 1, NodeType::kSingleComputing), node(3, 1, NodeType::kSingleComputing),
               node(4, 0, NodeType::kSingleComputing)});
}

TEST(Power, GoesUpAndDownTheTree) {
  const Tree tree = two_below_a_switch_and_one();

  const Powers powers =
      node_powers(tree, std::vector{10.0, 30.0, 40.0}, std::vector{0.5, 0.25, 0.5}, 0.0);

  EXPECT_THAT(powers.processing, ElementsAre(80.0, 40.0, 10.0, 30.0, 40.0));
  EXPECT_THAT(powers.communication, ElementsAre(1.0 / 8.0, 1.0 / 6.0, 0.5, 0.25, 0.5));
  EXPECT_THAT(powers.power, ElementsAre(1.0, 0.5, 0.125, 0.375, 0.5));
}

TEST(Power, OfBandwidthAddsUp) {
  const std::vector<double> same(3, 1.0);

  const Powers powers =
      node_powers(two_below_a_switch_and_one(), same, std::vector{10.0, 30.0, 40.0}, 1.0,
                  CommunicationSource::kBandwidth);

  EXPECT_THAT(powers.communication, ElementsAre(80.0, 40.0, 10.0, 30.0, 40.0));
  EXPECT_THAT(powers.power, ElementsAre(1.0, 0.5, 0.125, 0.375, 0.5));
}

TEST(Power, OfProbedNetworksIsTheirOwn) {
  const std::vector<double> same(3, 1.0);

  const Powers powers =
      node_powers(two_below_a_switch_and_one(), same, same, 1.0, CommunicationSource::kActivity,
                  std::vector{0.0, 3.0, 0.0, 0.0, 0.0});

  EXPECT_THAT(powers.power, ElementsAre(1.0, 0.75, 0.375, 0.375, 0.25));
}

}  // namespace
}  // namespace evenkeel::machine
