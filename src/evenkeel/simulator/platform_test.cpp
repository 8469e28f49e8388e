// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Machines made and read.
#include "evenkeel/simulator/platform.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/platform_file.hpp"

namespace evenkeel::simulator {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

auto says(const std::string& text) {
  return ThrowsMessage<InputError>(HasSubstr(text));
}

std::string in_zone(const std::string& inside) {
  return "<platform version=\"4.1\">\n<zone id=\"z\" routing=\"Cluster\">\n" + inside +
         "\n</zone>\n</platform>\n";
}

TEST(Platform, WaysAddLatencyAndTakeTheNarrowestLink) {
  Platform platform;
  platform.sites = {{.name = "a", .uplink = {1e6, 0.01}}, {.name = "b", .uplink = {2e6, 0.02}}};
  platform.hosts = {{.name = "x", .site = 0, .link = {1e8, 1e-4}},
                    {.name = "y", .site = 0, .link = {5e7, 2e-4}},
                    {.name = "z", .site = 1, .link = {1e8, 1e-4}}};

  EXPECT_DOUBLE_EQ(platform.route(0, 1).latency, 3e-4);
  EXPECT_DOUBLE_EQ(platform.route(0, 1).bandwidth, 5e7);
  EXPECT_DOUBLE_EQ(platform.route(0, 2).latency, 0.0302);
  EXPECT_DOUBLE_EQ(platform.route(0, 2).bandwidth, 1e6);
  EXPECT_EQ(platform.route(1, 1), platform.local);
}

TEST(Platform, TakesNoMoreRanksThanProcessors) {
  EXPECT_EQ(place_ranks(equal_platform(3, 1e9, {}), 2).size(), 2U);
  EXPECT_THAT([] { place_ranks(equal_platform(3, 1e9, {}), 4); }, says("4 ranks on 3 processors"));
}

TEST(Platform, MadeUpOnesAreReadBackAlike) {
  Platform made = make_platform({.sites = 2, .hosts = 3, .spread = 0.5, .memory = 1e9});
  made.hosts[1].name = "<a> & \"b\"";

  const Platform read = parse_platform(to_xml(made), "made.xml");

  ASSERT_EQ(read.hosts.size(), 6U);
  for (std::size_t host = 0; host < 6; ++host) {
    EXPECT_EQ(read.hosts[host].name, made.hosts[host].name);
    EXPECT_EQ(read.hosts[host].speed, made.hosts[host].speed);
    EXPECT_EQ(read.hosts[host].memory, made.hosts[host].memory);
    for (std::size_t other = 0; other < 6; ++other) {
      EXPECT_EQ(read.route(host, other), made.route(host, other));
    }
  }
}

TEST(PlatformFile, ClustersAreExpanded) {
  const Platform read = parse_platform(
      in_zone("<cluster id=\"c\" prefix=\"n\" suffix=\".x\" radical=\"1-2,5\" speed=\"2Gf\" "
              "core=\"4\" bw=\"1Gbps\" lat=\"50us\"/>"),
      "c.xml");

  ASSERT_EQ(read.hosts.size(), 3U);
  EXPECT_EQ(read.hosts[2].name, "n5.x");
  EXPECT_EQ(read.cores(), 12);
  EXPECT_DOUBLE_EQ(read.hosts[0].speed, 2e9);
  EXPECT_DOUBLE_EQ(read.route(0, 2).latency, 1e-4);
  EXPECT_DOUBLE_EQ(read.route(0, 2).bandwidth, 125e6);
}

TEST(PlatformFile, MachineTreesBecomeStars) {
  const Platform read = parse_platform(
      R"(<machinemodel>
           <node type="NETWORK" nodenum="0" name="net" IP="" isMonitorable="false" parent="-1"/>
           <node type="MULTIPLE_COMPUTING" nodenum="1" name="a" IP="" isMonitorable="false"
                 parent="0" benchmark="100" numprocs="2" bandwidth="1Gbps" latency="20us"/>
           <node type="SINGLE_COMPUTING" nodenum="2" name="b" IP="" isMonitorable="false"
                 parent="0" benchmark="200" cores="0.5"/>
           <node type="NETWORK" nodenum="3" name="far" IP="" isMonitorable="false" parent="0"/>
           <node type="SINGLE_COMPUTING" nodenum="4" name="c" IP="" isMonitorable="false"
                 parent="3" benchmark="200"/>
         </machinemodel>)",
      "m.xml");

  ASSERT_EQ(read.hosts.size(), 3U);
  ASSERT_EQ(read.sites.size(), 2U);
  EXPECT_EQ(read.sites[1].uplink, Link());
  EXPECT_EQ(read.hosts[0].cores, 2);
  EXPECT_DOUBLE_EQ(read.hosts[0].speed, 1e8);
  EXPECT_DOUBLE_EQ(read.hosts[1].speed, 1e8);
  EXPECT_DOUBLE_EQ(read.hosts[0].link.latency, 20e-6);
  EXPECT_EQ(read.hosts[1].link, Link());
}

TEST(PlatformFile, QuotasAreReadAndWritten) {
  const Platform read =
      parse_platform(in_zone("<host id=\"a\" speed=\"2Gf\"><prop id=\"quota\" value=\"0.25\"/>"
                             "<prop id=\"quota_period\" value=\"10ms\"/></host>"),
                     "q.xml");

  EXPECT_DOUBLE_EQ(read.hosts[0].quota, 0.25);
  EXPECT_DOUBLE_EQ(read.hosts[0].quota_period, 0.01);
  EXPECT_DOUBLE_EQ(place_ranks(read, 1)[0].speed, 5e8);
  EXPECT_DOUBLE_EQ(parse_platform(to_xml(read), "again.xml").hosts[0].quota_period, 0.01);
  EXPECT_THAT(
      [] {
        parse_platform(in_zone("<host id=\"a\" speed=\"1Gf\">\n<prop id=\"quota\" value=\"2\"/>"
                               "</host>"),
                       "q.xml");
      },
      says("q.xml:4: quota is '2'; expected a part of a core"));
}

TEST(PlatformFile, ImpossibleOnesAreRejectedWithTheirLines) {
  EXPECT_THAT([] { parse_platform(in_zone("<host id=\"a\" speed=\"0Gf\"/>"), "p.xml"); },
              says("p.xml:3: speed of <host> is 0Gf; expected above 0"));
  EXPECT_THAT(
      [] {
        parse_platform(in_zone("<link id=\"l\" bandwidth=\"-1MBps\" latency=\"1us\"/>"), "p.xml");
      },
      says("p.xml:3: bandwidth of <link> is -1MBps"));
  EXPECT_THAT(
      [] {
        parse_platform(in_zone("<host id=\"a\" speed=\"1Gf\"/>\n<host id=\"b\" speed=\"1Gf\"/>"),
                       "p.xml");
      },
      says("p.xml:3: host a cannot reach host b"));
  const std::string ring =
      "<cluster id=\"{0}\" prefix=\"{0}\" radical=\"0-1\" speed=\"1Gf\" "
      "bw=\"1GBps\" lat=\"1us\"/>";
  EXPECT_THAT(
      [&] {
        parse_platform(in_zone(fmt::format(fmt::runtime(ring + "\n"), "c") +
                               fmt::format(fmt::runtime(ring), "d")),
                       "p.xml");
      },
      says("p.xml:3: host c0 cannot reach host d0"));
  EXPECT_THAT([] { parse_platform(in_zone("<host id=\"a\" speed=\"1Gx\"/>"), "p.xml"); },
              says("'1Gx' is not a number and one of the units f, kf"));
  EXPECT_THAT([] { parse_platform("<platform>\n<zone>", "p.xml"); }, says("p.xml:"));
  EXPECT_THAT([] { parse_platform(in_zone(""), "p.xml"); }, says("has no host"));
  EXPECT_THAT([] { parse_platform("hello", "p.xml"); }, says("neither"));
}

TEST(PlatformFile, CountsOfCoresThatNoHostHasAreRejected) {
  for (const char* core : {"0", "1000000000", "99999999999", "two"}) {
    const std::string said = fmt::format("core is '{}'; expected 1 to 1000000", core);
    EXPECT_THAT(
        [&] {
          parse_platform(in_zone(fmt::format("<host id=\"a\" speed=\"1Gf\" core=\"{}\"/>", core)),
                         "p.xml");
        },
        says("p.xml:3: <host> a: " + said));
    EXPECT_THAT(
        [&] {
          parse_platform(in_zone(fmt::format("<cluster id=\"c\" radical=\"0-1\" speed=\"1Gf\" "
                                             "bw=\"1GBps\" lat=\"1us\" core=\"{}\"/>",
                                             core)),
                         "p.xml");
        },
        says("p.xml:3: <cluster> c: " + said));
  }
}

TEST(PlatformFile, MachinesThatComputeNothingAreRejected) {
  const std::string text = R"(<machinemodel>
<node type="NETWORK" nodenum="0" name="net" IP="" isMonitorable="false" parent="-1"/>
</machinemodel>)";
  EXPECT_THAT([&] { parse_platform(text, "net.xml"); }, says("net.xml:2"));
  EXPECT_THAT([&] { parse_platform(text, "net.xml"); }, says("no computing node"));
}

}  // namespace
}  // namespace evenkeel::simulator
