// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Who watches which network.
#include "evenkeel/machine/representatives.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/machine/description.hpp"

namespace evenkeel::machine {
namespace {

using testing::ElementsAre;

/// A root that answers, two switches, of which the second does not; two hosts and one below them.
const Tree& example() {
  static const Tree tree = parse_machine(R"(<machinemodel>
<node type="NETWORK" nodenum="0" parent="-1" IP="10.0.0.1" isMonitorable="true"/>
<node type="NETWORK" nodenum="1" parent="0" IP="10.0.1.1" isMonitorable="true"/>
<node type="NETWORK" nodenum="2" parent="0" IP="10.0.2.1" isMonitorable="false"/>
<node type="SINGLE_COMPUTING" nodenum="3" parent="1"/>
<node type="SINGLE_COMPUTING" nodenum="4" parent="1"/>
<node type="SINGLE_COMPUTING" nodenum="5" parent="2"/>
</machinemodel>)",
                                         "m.xml");
  return tree;
}

TEST(Representatives, ShareTheNetworksTheyAreBelow) {
  const auto chosen = representatives(example(), example().leaves());

  EXPECT_THAT(chosen, ElementsAre(std::optional<std::size_t>(3), std::optional<std::size_t>(4),
                                  std::nullopt, std::nullopt, std::nullopt, std::nullopt));
}

TEST(Representatives, AreAmongTheHostsThatTakePart) {
  const std::vector<std::size_t> hosts = {5, 4, 4};

  EXPECT_THAT(representatives(example(), hosts),
              ElementsAre(std::optional<std::size_t>(5), std::optional<std::size_t>(4),
                          std::nullopt, std::nullopt, std::nullopt, std::nullopt));
}

TEST(Cliques, AreSiblingsThatCompute) {
  EXPECT_THAT(cliques(example()), ElementsAre(ElementsAre(3, 4)));
}

}  // namespace
}  // namespace evenkeel::machine
