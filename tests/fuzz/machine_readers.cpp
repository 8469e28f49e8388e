// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Readers of descriptions of machines, and of what their sensors answer.
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/machine/sample.hpp"
#include "evenkeel/monitor/load_profile.hpp"
#include "evenkeel/monitor/metrics_text.hpp"
#include "evenkeel/monitor/peer.hpp"
#include "evenkeel/monitor/snmp_message.hpp"
#include "tests/fuzz/readers.hpp"

namespace evenkeel::fuzz {
namespace {

/// What is read is written, and read again to the same text.
Reader machine_reader() {
  return {
      {"<machinemodel site=\"n\">\n<!-- old -->\n<node type=\"NETWORK\" nodenum=\"0\" name=\"\" "
       "IP=\"\" isMonitorable=\"false\" parent=\"-1\" imgx=\"361.0\"><lmethod lbm=\"HSFC\" "
       "KEEP_CUTS=\"1\"></lmethod></node>\n<node type=\"SINGLE_COMPUTING\" nodenum=\"2\" "
       "name=\"a.b\" IP=\"10.0.0.2\" isMonitorable=\"true\" parent=\"0\" benchmark=\"52.43\" "
       "memory=\"8GiB\" cores=\"0.5\"/>\n<node type=\"MULTIPLE_COMPUTING\" nodenum=\"3\" "
       "parent=\"0\" benchmark=\"82.55\" numprocs=\"4\" bandwidth=\"1Gbps\" "
       "latency=\"50us\"><rack><u>7</u></rack></node>\n</machinemodel>\n"},
      [](const std::string& text) {
        const std::string once = machine::to_xml(machine::parse_machine(text, "m.xml"));
        if (machine::to_xml(machine::parse_machine(once, "again.xml")) != once) {
          throw std::logic_error("written back, it is another machine:\n" + once);
        }
      }};
}

Reader snmp_reader() {
  const auto bytes = [](std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) {
      text.push_back(static_cast<char>(value));
    }
    return text;
  };
  const std::string head = bytes({2, 1, 1, 4, 1, 'c', 0xa2, 36, 2, 1, 7, 2, 1, 0, 2, 1, 0});
  const std::string list =
      bytes({0x30, 25,   0x30, 9,    0x06, 3, 0x2b, 6, 1,   0x41, 2,   1,   0,  0x30,
             12,   0x06, 3,    0x2b, 6,    2, 0x04, 5, '0', '.',  '2', '5', '0'});
  return {{bytes({0x30, 44}) + head + list},
          [](const std::string& text) { (void)monitor::decode_response(text, 7); }};
}

Reader exposition_reader() {
  return {
      {"# HELP node_load1 load\nnode_load1 0.25\nnode_cpu_seconds_total{cpu=\"0\",mode=\"idle\"} "
       "1.5e+02 1395066363000\nodd{path=\"C:\\\\D\\\"x\"} NaN\n"},
      [](const std::string& text) {
        for (const monitor::Metric& each : monitor::parse_exposition(text)) {
          (void)each.label("mode");
        }
      }};
}

Reader query_reader() {
  return {{R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":)"
           R"("up","instance":"n1:9100"},"value":[100.5,"1"]},{"metric":{},"value":[99,"0.5"]}]}})",
           R"({"status":"success","data":{"resultType":"scalar","result":[100,"7"]}})"},
          [](const std::string& text) { (void)monitor::parse_query_answer(text, 100.0); }};
}

Reader ganglia_reader() {
  return {{"<GANGLIA_XML VERSION=\"3\"><CLUSTER NAME=\"c\"><HOST NAME=\"n1\" TN=\"2\"><METRIC "
           "NAME=\"cpu_idle\" VAL=\"97.5\" UNITS=\"%\" TN=\"13\" TMAX=\"90\" SLOPE=\"both\"/>"
           "</HOST></CLUSTER></GANGLIA_XML>"},
          [](const std::string& text) { (void)monitor::parse_ganglia(text); }};
}

Reader http_reader() {
  return {{"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody"},
          [](const std::string& text) { (void)monitor::http_body(text, "peer"); }};
}

Reader load_reader() {
  return {{"t,cpu,memory,network\n0,0,0,0\n30,0.6,536870912,1e6\n60,0,0,0\n", "t,cpu\n1,2\n"},
          [](const std::string& text) {
            (void)monitor::LoadProfile::parse(text, "load.csv").at(15.0);
          }};
}

/// What is a sample makes shares that sum to 1, or the metric says what it lacks.
Reader sample_reader() {
  return {{R"({"nodes":[{"name":"a","parent":"s","rating":52.43,"processes":1,"cpus":2,)"
           R"("cpu_used":[0.9],"cpu_idle":[0.1,0.5],"memory_available":5e8,"memory_total":1e9,)"
           R"("bandwidth":1e8,"latency":1e-4,"interfaces":[{"name":"eth0","packets_per_s":30,)"
           R"("bytes_per_s":1e5,"speed":1e8}],"share":0.25},)"
           R"({"name":"b","parent":"s","rating":82.55,"cpu_used":[0.5],"cpu_idle":[0.2],)"
           R"("seconds":2.5,"rate":1e6,"availability":0.5,"forecast":0.7,"load":2,"level":1,)"
           R"("compute_s":1,"comm_s":0.5,"fault_s":0}],"memory_needed":4e8,)"
           R"("history":[{"work":100,"level":1,"seconds":2},{"work":200,"level":2,"seconds":5}]})"},
          [](const std::string& text) {
            const machine::Sample sample = machine::parse_sample(text, "sample.json");
            Registry<machine::CapacityMetric> registry;
            machine::register_builtin(registry);
            for (const std::string_view name : registry.names()) {
              try {
                const machine::Shares shares =
                    machine::capacity_shares(*registry.make(name), sample);
                const double sum = std::reduce(shares.share.begin(), shares.share.end());
                if (!(std::abs(sum - 1.0) < 1e-6)) {
                  throw std::logic_error(fmt::format("{}: shares sum to {}", name, sum));
                }
              } catch (const InputError&) {
                // it says what it lacks
              }
            }
          }};
}

}  // namespace

Readers machine_readers() {
  return {
      {"machine", machine_reader}, {"snmp", snmp_reader},       {"exposition", exposition_reader},
      {"query", query_reader},     {"ganglia", ganglia_reader}, {"http", http_reader},
      {"load", load_reader},       {"sample", sample_reader}};
}

}  // namespace evenkeel::fuzz
