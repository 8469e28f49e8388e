// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Family relations and what is refused.
#include "evenkeel/machine/tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Node network(int id, int parent) {
  Node node;
  node.id = id;
  node.type = NodeType::kNetwork;
  node.parent = parent;
  return node;
}

Node host(int id, int parent, double benchmark = 100.0, int processors = 1) {
  Node node;
  node.id = id;
  node.type = processors > 1 ? NodeType::kMultipleComputing : NodeType::kSingleComputing;
  node.parent = parent;
  node.benchmark = benchmark;
  node.processors = processors;
  return node;
}

std::string complaint_about(std::vector<Node> nodes) {
  try {
    const Tree tree(std::move(nodes));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Tree, KnowsParentsChildrenLeavesAndAnOrderFromTheRootDown) {
  const Tree tree({host(7, 2), network(0, -1), host(5, 0), network(2, 0), host(9, 2, 50.0, 4)});

  EXPECT_EQ(tree.root(), 1U);
  EXPECT_EQ(tree.parent(0), std::optional<std::size_t>(3));
  EXPECT_EQ(tree.parent(1), std::nullopt);
  EXPECT_THAT(tree.children(1), ElementsAre(2, 3));
  EXPECT_THAT(tree.children(3), ElementsAre(0, 4));
  EXPECT_THAT(tree.leaves(), ElementsAre(0, 2, 4));
  EXPECT_THAT(tree.top_down(), ElementsAre(1, 2, 3, 0, 4));
  EXPECT_EQ(tree.depth(4), 2U);
  EXPECT_EQ(tree.find(9), std::optional<std::size_t>(4));
  EXPECT_EQ(tree.find(8), std::nullopt);
}

TEST(Tree, SumsValuesUp) {
  const Tree tree({network(0, -1), network(1, 0), host(2, 1), host(3, 1), host(4, 0)});

  EXPECT_THAT(tree.sum_up(std::vector{1.0, 2.0, 4.0}), ElementsAre(7.0, 3.0, 1.0, 2.0, 4.0));
}

TEST(Tree, RatesANodeByTheProcessorTimeItMayUse) {
  Node node = host(0, -1, 100.0, 4);
  node.cores = 0.5;

  EXPECT_EQ(node.rating(), 50.0);
  EXPECT_THAT(Tree({node}).processor_ratings(), ElementsAre(12.5, 12.5, 12.5, 12.5));
}

TEST(Tree, RefusesTwoRootsOrNone) {
  EXPECT_THAT(complaint_about({network(0, -1), host(1, -1)}),
              HasSubstr("node 1 is a second root (parent -1); node 0 is the first"));
  EXPECT_THAT(complaint_about({}), HasSubstr("no node"));
}

TEST(Tree, RefusesCyclesAndNamesThem) {
  const std::string said =
      complaint_about({network(0, 2), network(1, 0), network(2, 1), host(3, 1)});

  EXPECT_THAT(said, HasSubstr("parents form a cycle: 0 -> 2 -> 1 -> 0"));
  EXPECT_THAT(said, HasSubstr("no node is the root"));
  EXPECT_EQ(complaint_about({network(0, -1), network(1, 1)}), "parents form a cycle: 1 -> 1");
}

TEST(Tree, RefusesMachinesThatComputeNothing) {
  Node root = network(0, -1);
  root.place = {"m.xml", 2, 1};

  EXPECT_THAT(complaint_about({root, network(1, 0)}), HasSubstr("m.xml:2:1: no computing node"));
}

TEST(Tree, RefusesMoreProcessorsThanAnyNodeHas) {
  EXPECT_EQ(complaint_about({host(0, -1, 100.0, 1'000'000)}), "");
  EXPECT_EQ(complaint_about({host(0, -1, 100.0, 2'000'000'000)}),
            "node 0: numprocs is 2000000000; expected 1 to 1000000");
}

TEST(Tree, RefusesParentsThatComputeAndStrangers) {
  const std::string said = complaint_about({network(0, -1), host(1, 0), host(2, 1), host(3, 8)});

  EXPECT_THAT(said, HasSubstr("node 2 has parent 1, a SINGLE_COMPUTING node"));
  EXPECT_THAT(said, HasSubstr("node 3 has parent 8, which is no node"));
}

TEST(Tree, RefusesTwoHostsOfOneName) {
  Node first = host(1, 0);
  Node second = host(2, 0);
  EXPECT_EQ(complaint_about({network(0, -1), first, second}), "") << "names may be left out";
  first.name = second.name = "n1";

  EXPECT_EQ(complaint_about({network(0, -1), first, second}), "nodes 1 and 2 are both called 'n1'");
}

TEST(Tree, TellsAllFaultsWithTheirPlaces) {
  Node slow = host(1, 0, -5.0);
  slow.place = {"m.xml", 3, 1};
  Node twice = host(1, 0);
  twice.place = {"m.xml", 4, 1};
  twice.processors = 0;

  EXPECT_EQ(complaint_about({network(0, -1), slow, twice}),
            "m.xml:3:1: node 1: benchmark is -5; expected a number of at least 0\n"
            "m.xml:4:1: node 1: numprocs is 0; expected 1 to 1000000\n"
            "m.xml:4:1: nodenum 1 is used twice; first at m.xml:3:1");
}

}  // namespace
}  // namespace evenkeel::machine
