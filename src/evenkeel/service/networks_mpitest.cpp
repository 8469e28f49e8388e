// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every rank plays a host of its own.
/// ranks: 1 2 3
#include "evenkeel/service/networks.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evenkeel::service {
namespace {

using machine::NodeType;
using testing::ElementsAre;
using testing::IsEmpty;

machine::Tree site() {
  return machine::Tree({{.id = 7, .type = NodeType::kNetwork, .name = "all", .parent = -1},
                        {.id = 4, .type = NodeType::kNetwork, .name = "hall", .parent = 7},
                        {.id = 9, .type = NodeType::kNetwork, .name = "rack", .parent = 4},
                        {.id = 1, .name = "host0", .parent = 9},
                        {.id = 2, .name = "host1", .parent = 4},
                        {.id = 3, .name = "host2", .parent = 7}});
}

TEST(Networks, AreThoseBetweenAHostAndTheRoot) {
  EXPECT_THAT(networks_above(site(), "host0"), ElementsAre(9, 4));
  EXPECT_THAT(networks_above(site(), "host1"), ElementsAre(4));
  EXPECT_THAT(networks_above(site(), "host2"), IsEmpty());
  EXPECT_THAT(networks_above(site(), "nobody"), IsEmpty());
}

TEST(Networks, AreToldToAll) {
  const comm::Communicator world(MPI_COMM_WORLD);
  const int rank = world.rank();

  const auto all = networks_of_ranks(world, site(), fmt::format("host{}", rank));
  const auto none = networks_of_ranks(world, std::nullopt, "host0");

  ASSERT_EQ(all.size(), static_cast<std::size_t>(world.size()));
  EXPECT_THAT(all.front(), ElementsAre(9, 4));
  if (world.size() > 1) {
    EXPECT_THAT(all[1], ElementsAre(4));
  }
  EXPECT_THAT(none, testing::Each(IsEmpty()));
}

}  // namespace
}  // namespace evenkeel::service
