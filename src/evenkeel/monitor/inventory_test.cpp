// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a host says of itself, and how speed is rated.
#include "evenkeel/monitor/inventory.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/monitor/network_address.hpp"
#include "evenkeel/monitor/rating.hpp"
#include "evenkeel/monitor/test_root.hpp"

namespace evenkeel::monitor {
namespace {

TEST(Inventory, HonoursQuotaAndMemoryOfTheControlGroup) {
  const FakeRoot root;
  root.write("proc/self/cgroup", "0::/job\n");
  root.write("proc/meminfo", "MemTotal: 1000 kB\n");
  root.write("sys/fs/cgroup/job/cpu.max", "16000 100000\n");
  root.write("sys/fs/cgroup/job/memory.max", "500000\n");
  root.write("sys/class/net/eth0/speed", "1000\n");
  root.write("sys/class/net/veth1/speed", "-1\n");
  root.write("sys/class/net/lo/speed", "100000\n");

  const machine::Node node = this_host(root.path());

  EXPECT_EQ(node.cores, 0.16);
  EXPECT_EQ(node.memory, 500000.0);
  EXPECT_EQ(node.bandwidth, 125e6);
  EXPECT_GE(node.processors, 1);
  EXPECT_FALSE(node.name.empty());
}

TEST(Inventory, KnowsNothingWhereTheSystemSaysNothing) {
  const FakeRoot root;

  const machine::Node node = this_host(root.path());

  EXPECT_EQ(node.cores, 0.0);
  EXPECT_EQ(node.memory, 0.0);
  EXPECT_EQ(node.bandwidth, 0.0);
}

TEST(Inventory, AddressesAreWrittenAsUsual) {
  EXPECT_EQ(text_of({.address = 0x0a000001}), "10.0.0.1");
}

TEST(Inventory, FindsThisHostByItsNameOrAnAddress) {
  const std::vector<NetworkAddress> own = network_addresses();
  if (own.empty()) {
    GTEST_SKIP() << "there is no network";
  }
  machine::Node node;
  node.parent = -1;
  node.name = "node7.example.org";
  node.address = text_of(own.front());

  EXPECT_EQ(name_in(machine::Tree({node})), node.address);
  node.name = host_name();
  EXPECT_EQ(name_in(machine::Tree({node})), host_name());
  node.name = node.address = "another";
  EXPECT_EQ(name_in(machine::Tree({node})), host_name());
}

TEST(Rating, IsTheMedianOfStretchesAfterAWarmUp) {
  double time = 0.0;
  int calls = 0;
  const auto work = [&] {
    // 2 calls of warm-up, then stretches of 4, 4 and 4 calls; the second twice as slow.
    time += calls < 2 ? 1.0 : calls < 6 ? 0.25 : calls < 8 ? 0.5 : 0.25;
    ++calls;
    return 3.0;
  };

  const Rating rated =
      rate(work, {.warm_up = 2.0, .seconds = 1.0, .stretches = 3}, [&] { return time; });

  EXPECT_EQ(rated.rate, 12.0);
  EXPECT_EQ(rated.spread, 0.5);
  EXPECT_EQ(calls, 2 + 4 + 2 + 4);
}

}  // namespace
}  // namespace evenkeel::monitor
