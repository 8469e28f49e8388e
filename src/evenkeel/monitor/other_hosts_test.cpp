// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Whose readings are: this machine's or another's.
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "evenkeel/monitor/line.hpp"
#include "evenkeel/monitor/test_sensor.hpp"

namespace evenkeel::monitor {
namespace {

// 192.0.2.0/24 is for examples, nobody's own (RFC 5737).
constexpr const char* kAnother = "192.0.2.1:9161";

TEST(OtherHosts, HaveAddressesThatThisMachineHasNot) {
  EXPECT_EQ(other_host(parse_endpoint("127.0.0.1:161", 161)), "");
  EXPECT_EQ(other_host(parse_endpoint("127.1.2.3", 161)), "");
  EXPECT_EQ(other_host(parse_endpoint(kAnother, 161)), kAnother);
}

TEST(OtherHosts, AreNamedBySensorsOfOneHost) {
  for (const char* name : {"snmp", "prometheus"}) {
    EXPECT_EQ(aimed(name, {.address = "127.0.0.1:9161"})->host(), "") << name;
    EXPECT_EQ(aimed(name, {.address = kAnother})->host(), kAnother) << name;
  }
  EXPECT_EQ(aimed("procfs", {})->host(), "");
}

/// Says \p text to the first that comes.
void say_once(int listener, const std::string& text) {
  pollfd open{listener, POLLIN, 0};
  poll(&open, 1, 10000);
  const int peer = accept(listener, nullptr, nullptr);
  EXPECT_EQ(write(peer, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  close(peer);
  close(listener);
}

TEST(OtherHosts, AreNamedReadingByReadingWhereOneTellsOfMany) {
  const std::string end = open_endpoint({.address = 0x7f000001});
  std::thread gmond(say_once, listen_at(parse_endpoint(end, 0)),
                    "<GANGLIA_XML><CLUSTER NAME=\"c\">"
                    "<HOST NAME=\"a\"><METRIC NAME=\"pkts_in\" VAL=\"3\" TN=\"1\"/></HOST>"
                    "<HOST NAME=\"b\"><METRIC NAME=\"pkts_in\" VAL=\"4\" TN=\"1\"/></HOST>"
                    "</CLUSTER></GANGLIA_XML>");
  const auto sensor = aimed("ganglia", {.address = end}, {{"timeout", 5.0}});

  const std::vector<Reading> readings = look(*sensor, 0, 0.0);
  gmond.join();

  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[0].host, "a");
  EXPECT_EQ(readings[0].quantity, "a.packets_in");
  EXPECT_EQ(readings[1].host, "b");
  EXPECT_EQ(sensor->host(), "");
}

}  // namespace
}  // namespace evenkeel::monitor
