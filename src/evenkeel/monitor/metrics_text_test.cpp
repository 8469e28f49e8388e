// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Reports of exporters, servers and gmond: read, and refused.
#include "evenkeel/monitor/metrics_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {
namespace {

TEST(Exposition, GivesNamesLabelsAndValues) {
  const auto metrics = parse_exposition(
      "# HELP node_load1 1m load average.\n# TYPE node_load1 gauge\nnode_load1 0.25\n"
      "cpu_total{cpu=\"0\",mode=\"idle\"} 1.5e+02 1395066363000\n"
      "odd{path=\"C:\\\\DIR, \\\"x\\\"}\",b=\"2\"} NaN\n\n");

  ASSERT_EQ(metrics.size(), 3U);
  EXPECT_EQ(metrics[0].name, "node_load1");
  EXPECT_EQ(metrics[0].value, 0.25);
  EXPECT_EQ(metrics[1].value, 150.0);
  EXPECT_EQ(metrics[1].label("mode"), "idle");
  EXPECT_EQ(metrics[1].label("cpu"), "0");
  EXPECT_EQ(metrics[1].label("none"), "");
  EXPECT_EQ(metrics[2].value, std::nullopt);
  EXPECT_EQ(metrics[2].label("path"), "C:\\DIR, \"x\"}");
  EXPECT_EQ(metrics[2].label("b"), "2");
}

TEST(Exposition, RefusesOtherTexts) {
  for (const char* bad : {"<html>\n", "a b c d\n", "name{open=\"1\" 2\n", "novalue\n", "{} 1\n"}) {
    EXPECT_THROW(parse_exposition(bad), SystemError) << bad;
  }
}

/// 65536 of which the connection let pass two digits.
TEST(Exposition, RefusesTextsThatBreakOff) {
  for (const char* bad : {"up 1\nmemory 65", "up 1\nmem", "# HELP", " "}) {
    EXPECT_THROW(parse_exposition(bad), SystemError) << bad;
  }
  EXPECT_EQ(parse_exposition("up 1\nmemory 65536\n").back().value, 65536.0);
  EXPECT_TRUE(parse_exposition("").empty());
}

TEST(QueryAnswer, GivesVectorsAndScalarsWithTheirAge) {
  const auto vector = parse_query_answer(
      R"({"status":"success","data":{"resultType":"vector","result":[
         {"metric":{"__name__":"up","instance":"n1:9100"},"value":[100.5,"1"]},
         {"metric":{},"value":[99,"0.5"]}]}})",
      102.0);
  const auto scalar = parse_query_answer(
      R"({"status":"success","data":{"resultType":"scalar","result":[100,"7"]}})", 100.0);

  ASSERT_EQ(vector.size(), 2U);
  EXPECT_EQ(vector[0].name, "n1:9100.up");
  EXPECT_EQ(vector[0].value, 1.0);
  EXPECT_EQ(vector[0].age, 1.5);
  EXPECT_EQ(vector[1].age, 3.0);
  EXPECT_EQ(scalar.front().value, 7.0);
}

TEST(QueryAnswer, SeriesAreToldApartByTheirLabels) {
  const auto found = parse_query_answer(
      R"({"status":"success","data":{"resultType":"vector","result":[
         {"metric":{"__name__":"cpu","instance":"n1","cpu":"0","mode":"i\"e"},"value":[9,"1"]},
         {"metric":{"__name__":"cpu","instance":"n1","cpu":"1"},"value":[9,"2"]},
         {"metric":{"instance":"n1"},"value":[9,"3"]},
         {"metric":{"mode":"idle"},"value":[9,"4"]},
         {"metric":{},"value":[9,"5"]}]}})",
      9.0);
  std::vector<std::string> names;
  for (const Metric& each : found) {
    names.push_back(series_name(each, "rate(x)"));
  }

  EXPECT_THAT(names, testing::ElementsAre(R"(n1.cpu{cpu="0",mode="i\"e"})", R"(n1.cpu{cpu="1"})",
                                          "n1.rate(x)", R"(rate(x){mode="idle"})", "rate(x)"));
}

TEST(QueryAnswer, RefusesOtherTexts) {
  for (const std::string bad :
       {"", "null", "[]", "{}", R"({"status":"error","error":"bad query"})",
        R"({"status":"success","data":{"resultType":"matrix","result":[]}})",
        R"({"status":"success","data":{"resultType":"vector","result":[{"value":[1]}]}})",
        R"({"status":"success","data":{"resultType":"vector","result":[7]}})"}) {
    EXPECT_THROW(parse_query_answer(bad, 0.0), SystemError) << bad;
  }
  EXPECT_THROW(parse_query_answer(std::string(1000000, '['), 0.0), SystemError);
}

TEST(GangliaReport, GivesMetricsOfAllHostsWithTheirAge) {
  const std::string cluster =
      "<CLUSTER NAME=\"c\"><HOST NAME=\"n1\" TN=\"2\"><METRIC NAME=\"cpu_idle\" VAL=\"97.5\" "
      "UNITS=\"%\" TN=\"13\" TMAX=\"90\"/><METRIC NAME=\"os\" VAL=\"Linux\" TN=\"1\"/></HOST>"
      "</CLUSTER>";

  for (const std::string& text : {"<GANGLIA_XML VERSION=\"3\">" + cluster + "</GANGLIA_XML>",
                                  "<GANGLIA_XML><GRID>" + cluster + "</GRID></GANGLIA_XML>"}) {
    const auto metrics = parse_ganglia(text);
    ASSERT_EQ(metrics.size(), 2U);
    EXPECT_EQ(metrics[0].labels, "n1");
    EXPECT_EQ(metrics[0].name, "cpu_idle");
    EXPECT_EQ(metrics[0].value, 97.5);
    EXPECT_EQ(metrics[0].age, 13.0);
    EXPECT_EQ(metrics[1].value, std::nullopt);
  }
}

TEST(GangliaReport, RefusesOtherTexts) {
  for (const char* bad : {"", "<html/>", "<GANGLIA_XML><CLUSTER>", "220 smtp ready"}) {
    EXPECT_THROW(parse_ganglia(bad), SystemError) << bad;
  }
}

TEST(HttpAnswer, GivesTheBodyOfAWholeOne) {
  EXPECT_EQ(http_body("HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nbody", "p"), "body");
  EXPECT_EQ(http_body("HTTP/1.1 200 OK\r\nServer: x\r\n\r\nall", "p"), "all");
}

TEST(HttpAnswer, RefusesHalfOnesAndErrors) {
  for (const char* bad :
       {"", "HTTP/1.0 200 OK\r\n", "HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nbody",
        "HTTP/1.0 503 Busy\r\n\r\nbody", "SSH-2.0\r\n\r\n"}) {
    EXPECT_THROW(http_body(bad, "p"), SystemError) << bad;
  }
}

TEST(PeerAddress, IsAHostAndAPort) {
  const auto port = [](const char* text) {
    const Endpoint peer = parse_endpoint(text, 161);
    return ntohs(reinterpret_cast<const sockaddr_in&>(peer.address).sin_port);
  };

  EXPECT_EQ(port("127.0.0.1"), 161);
  EXPECT_EQ(port("127.0.0.1:8649"), 8649);
  EXPECT_EQ(port("[::1]:99"), 99);
  EXPECT_EQ(port("::1"), 161);
  for (const char* bad :
       {"", ":161", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:x"}) {
    EXPECT_THROW(parse_endpoint(bad, 161), InputError) << bad;
  }
}

}  // namespace
}  // namespace evenkeel::monitor
