// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Samples, good and bad.
#include "evenkeel/machine/sample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/description.hpp"

namespace evenkeel::machine {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string fault_of(std::string_view text) {
  try {
    parse_sample(text, "s.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Sample, MayLeaveOutNearlyEverything) {
  const Sample sample = parse_sample(R"({"nodes": [{}, {"rating": null}]})", "s.json");

  EXPECT_EQ(sample.nodes[0].name, "node0");
  EXPECT_EQ(sample.nodes[1].rating, std::nullopt);
  EXPECT_EQ(computing_nodes(sample).size(), 2U);
}

TEST(Sample, ParentsAreNetworks) {
  const Sample sample = parse_sample(
      R"({"nodes": [{"name": "a", "parent": "s"}, {"name": "s"}, {"name": "b", "parent": "t"}]})",
      "s.json");

  EXPECT_EQ(computing_nodes(sample), (std::vector<std::size_t>{0, 2}));
  const Tree tree = tree_of(sample);
  EXPECT_EQ(tree.leaves().size(), 2U);
  EXPECT_EQ(tree[*tree.parent(tree.leaves()[1])].name, "t");
}

TEST(Sample, FaultsAreNamedAllTogether) {
  EXPECT_THAT(fault_of(R"({"nodes": [{"name": "a", "ratnig": 1, "cpus": 2, "cpu_idle": [1]},
                                     {"name": "a", "rating": "fast", "cpus": 1.5, "load": -1}]})"),
              AllOf(HasSubstr("nodes[0]: no key 'ratnig'"), HasSubstr("did you mean 'rating'?"),
                    HasSubstr("nodes[0].cpu_idle: found 1 numbers, expected 2"),
                    HasSubstr("nodes[1].rating: found \"fast\", expected a number"),
                    HasSubstr("nodes[1].cpus: found 1.5, expected a whole number"),
                    HasSubstr("nodes[1].load: found -1"), HasSubstr("two nodes are called 'a'")));
}

TEST(Sample, FractionsAreAtMostOneAndMemoryAtMostAll) {
  EXPECT_THAT(fault_of(R"({"nodes": [{"cpu_idle": [2], "memory_available": 3e9,
                                      "memory_total": 2e9}]})"),
              AllOf(HasSubstr("nodes[0].cpu_idle: found 2, expected a number from 0 to 1"),
                    HasSubstr("nodes[0]: memory_available is 3000000000, more than memory_total")));
}

TEST(Sample, ProcessesOfOtherClocksCountAsAllOfAProcessor) {
  const Sample sample = parse_sample(R"({"nodes": [{"cpu_used": [1.05, 0.5]}]})", "s.json");

  EXPECT_EQ(sample.nodes[0].cpu_used, (std::vector<double>{1.0, 0.5}));
  EXPECT_THAT(fault_of(R"({"nodes": [{"cpu_used": [95]}]})"),
              HasSubstr("nodes[0].cpu_used: found 95, expected a number from 0 to 2"));
}

TEST(Sample, WeightsAreThreeAmounts) {
  const Sample sample = parse_sample(R"({"nodes": [{}], "weights": [0.5, 0.25, 0]})", "s.json");

  EXPECT_DOUBLE_EQ(sample.weights->cpu, 2.0 / 3.0);
  EXPECT_EQ(sample.weights->bandwidth, 0.0);
  EXPECT_EQ(parse_sample(R"({"nodes": [{}], "weights": null})", "s.json").weights, std::nullopt);
  EXPECT_THAT(fault_of(R"({"nodes": [{}], "weights": [1, 2]})"),
              HasSubstr("weights: found 2 numbers, expected 3"));
}

TEST(Sample, ListsOfFractionsAreKnownAsAWhole) {
  const Sample sample = parse_sample(R"({"nodes": [{"cpus": 2, "cpu_idle": [0.5, null]},
                                                   {"cpus": 2, "cpu_idle": [0.5, 0]}]})",
                                     "s.json");

  EXPECT_TRUE(sample.nodes[0].cpu_idle.empty());
  EXPECT_EQ(sample.nodes[1].cpu_idle, (std::vector<double>{0.5, 0.0}));
  EXPECT_THAT(fault_of(R"({"nodes": [{"cpus": 2, "cpu_idle": [null]}]})"),
              HasSubstr("nodes[0].cpu_idle: found 1 numbers, expected 2"));
}

TEST(Sample, WhatIsNoSampleIsRefused) {
  for (const char* text :
       {"", "[", "[]", "3", "{}", R"({"nodes": 3})", R"({"nodes": []})", R"({"nodes": [3]})",
        R"({"nodes": [{"interfaces": [3]}]})", R"({"nodes": [{}], "history": [{"work": 1}]})",
        R"({"nodes": [{"rating": 1e999}]})", R"({"nodes": [{"name": "a", "parent": "a"}]})",
        R"({"nodes": [{"name": "a", "parent": "b"}, {"name": "b", "parent": "a"},
                                         {"name": "c", "parent": "a"}]})"}) {
    EXPECT_THAT(fault_of(text), HasSubstr("s.json")) << text;
  }
}

TEST(Sample, OfAMachineIsTheMachineAtRest) {
  const Sample sample = sample_of(parse_machine(
      R"(<machinemodel><node type="NETWORK" nodenum="0" name="net" parent="-1"/>
         <node type="MULTIPLE_COMPUTING" nodenum="3" name="a" parent="0" benchmark="80"
               numprocs="4" cores="2" memory="1GiB"/>
         <node type="SINGLE_COMPUTING" nodenum="5" name="b" parent="0" benchmark="50"/>
         </machinemodel>)",
      "m.xml"));

  ASSERT_EQ(computing_nodes(sample), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(sample.nodes[1].parent, "net");
  EXPECT_EQ(sample.nodes[1].cpu_idle, std::vector<double>(4, 0.5));
  EXPECT_EQ(sample.nodes[1].memory_total, 1073741824.0);
  EXPECT_EQ(sample.nodes[2].memory_total, std::nullopt);
}

TEST(Sample, OfAMachineKeepsNetworksApartThatAreCalledAlike) {
  const Sample sample = sample_of(parse_machine(
      R"(<machinemodel><node type="SINGLE_COMPUTING" nodenum="5" name="a" parent="1"/>
         <node type="NETWORK" nodenum="0" name="net" parent="-1"/>
         <node type="NETWORK" nodenum="1" name="net" parent="0"/>
         <node type="NETWORK" nodenum="2" name="" parent="0"/>
         <node type="SINGLE_COMPUTING" nodenum="6" name="node2" parent="2"/>
         </machinemodel>)",
      "m.xml"));

  const Tree tree = tree_of(sample);
  const auto above = [&](std::size_t leaf) { return *tree.parent(tree.leaves()[leaf]); };
  EXPECT_NE(above(0), above(1));
  EXPECT_EQ(tree.depth(above(0)), 2U);
  EXPECT_EQ(tree[above(0)].name, "net#1");
  EXPECT_EQ(sample.nodes[3].name, "node2#2");
  EXPECT_EQ(sample.nodes[4].name, "node2");  // a host is found by its name
}

}  // namespace
}  // namespace evenkeel::machine
