// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// prometheus: node_exporter, or what a Prometheus server answers to queries.
#include <array>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/counter.hpp"
#include "evenkeel/monitor/metrics_text.hpp"
#include "evenkeel/monitor/patience_params.hpp"
#include "evenkeel/monitor/peer.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

using Value = std::optional<double>;

constexpr std::uint16_t kExporterPort = 9100;
constexpr std::uint16_t kServerPort = 9090;
constexpr std::string_view kModes[] = {"exporter", "server"};

constexpr std::array kParams = {
    kTimeout, kMaxBytes,
    ParamSpec{.name = "mode",
              .unit = "",
              .fallback = 0,
              .help = "what answers: node_exporter, or a Prometheus server asked by `name`",
              .choices = kModes}};

/// The collectors that are needed: a scrape of all takes five times as long.
constexpr std::string_view kPath =
    "/metrics?collect[]=cpu&collect[]=loadavg&collect[]=meminfo&collect[]=netdev";

double seconds_since_1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// \p query as a part of a path.
std::string escaped(std::string_view query) {
  std::string text;
  for (const char c : query) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    text += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

class Prometheus final : public Sensor {
 public:
  explicit Prometheus(const Params& params)
      : patience_(patience_of(params)), is_server_(params.choice("mode") == "server") {}

  void aim(const Target& target) override {
    if (target.address.empty()) {
      throw InputError("needs an address; expected one like prometheus=10.0.0.1:9100");
    }
    if (is_server_ && target.names.empty()) {
      throw InputError("mode=server needs queries: name=node_load1");
    }
    peer_ = parse_endpoint(target.address, is_server_ ? kServerPort : kExporterPort);
    host_name_ = is_server_ ? "" : other_host(peer_);  // who queries a server says whose it is
    names_ = target.names;
  }

  bool is_local() const override { return false; }
  std::string host() const override { return host_name_; }

  /// One scrape gives all; a server is asked each query on its own.
  std::size_t probes() const override { return is_server_ ? names_.size() : 1; }

  void read(std::size_t probe, double now, std::vector<Reading>& readings) override {
    if (is_server_) {
      read_query(names_[probe], readings);
    } else if (names_.empty()) {
      read_node(parse_exposition(fetch(peer_, kPath, patience_)), now, readings);
    } else {
      read_named(parse_exposition(fetch(peer_, "/metrics", patience_)), readings);
    }
  }

 private:
  void read_query(const std::string& query, std::vector<Reading>& readings) {
    const std::string body = fetch(peer_, "/api/v1/query?query=" + escaped(query), patience_);
    const std::vector<Metric> found = parse_query_answer(body, seconds_since_1970());
    for (const Metric& each : found) {
      const std::string name = found.size() == 1 ? query : series_name(each, query);
      readings.push_back({name, "1", each.value, -1e300, 1e300, each.age});
    }
    if (found.empty()) {
      readings.push_back({query, "1", std::nullopt});
    }
  }

  void read_named(const std::vector<Metric>& metrics, std::vector<Reading>& readings) {
    for (const std::string& name : names_) {
      Value sum;
      for (const Metric& each : metrics) {
        if (each.name == name && each.value) {
          sum = sum.value_or(0.0) + *each.value;
        }
      }
      readings.push_back({name, "1", sum, -1e300});
    }
  }

  void read_node(const std::vector<Metric>& metrics, double now, std::vector<Reading>& readings) {
    std::map<std::string, double> seconds;  // by mode, of all processors
    for (const Metric& each : metrics) {
      if (each.name == "node_cpu_seconds_total" && each.value) {
        seconds[each.label("mode")] += *each.value;
      }
    }
    read_processors(seconds, now, readings);
    Value total;
    for (const Metric& each : metrics) {
      total = each.name == "node_memory_MemTotal_bytes" ? each.value : total;
    }
    for (const Metric& each : metrics) {
      if (each.name == "node_load1") {
        readings.push_back({"load_1min", "1", each.value});
      } else if (each.name == "node_memory_MemTotal_bytes") {
        readings.push_back({"memory_total", "byte", each.value, 1.0});
      } else if (each.name == "node_memory_MemAvailable_bytes") {
        readings.push_back({"memory_available", "byte", each.value, 0.0, total.value_or(1e300)});
      } else {
        read_traffic(each, now, readings);
      }
    }
  }

  void read_processors(const std::map<std::string, double>& seconds, double now,
                       std::vector<Reading>& readings) {
    const std::map<std::string, double> fractions = modes_.fractions(seconds, now);
    const auto add = [&](const char* name, std::initializer_list<const char*> parts) {
      double sum = 0.0;
      for (const char* mode : parts) {
        sum += fractions.contains(mode) ? fractions.at(mode) : 0.0;
      }
      // Sums of hundredths of seconds in floating point may pass one by a rounding.
      const bool known = !fractions.empty();
      readings.push_back({name, "1", known ? Value(std::min(1.0, sum)) : std::nullopt, 0.0, 1.0});
    };
    add("cpu_user", {"user", "nice"});
    add("cpu_system", {"system", "irq", "softirq"});
    add("cpu_idle", {"idle", "iowait"});
    add("cpu_steal", {"steal"});
  }

  void read_traffic(const Metric& metric, double now, std::vector<Reading>& readings) {
    static const std::map<std::string_view, std::pair<const char*, const char*>> kTraffic = {
        {"node_network_receive_packets_total", {".packets_in", "1/s"}},
        {"node_network_transmit_packets_total", {".packets_out", "1/s"}},
        {"node_network_receive_bytes_total", {".bytes_in", "byte/s"}},
        {"node_network_transmit_bytes_total", {".bytes_out", "byte/s"}}};
    constexpr std::size_t kCounters = 256;
    const auto kind = kTraffic.find(metric.name);
    const std::string device = metric.label("device");
    if (kind == kTraffic.end() || device == "lo" || device.empty()) {
      return;
    }
    const std::string name = device + kind->second.first;
    if (traffic_.contains(name) || traffic_.size() < kCounters) {
      readings.push_back({name, kind->second.second, traffic_[name].rate(metric.value, now)});
    }
  }

  Patience patience_;
  bool is_server_;
  Endpoint peer_;
  std::string host_name_;
  std::vector<std::string> names_;
  PartCounters<std::string> modes_;
  std::map<std::string, Counter> traffic_;
};

}  // namespace

void register_prometheus(Registry<Sensor>& registry) {
  registry.add({.name = "prometheus",
                .summary = "a host by its node_exporter, or any query to a Prometheus server",
                .source = "Prometheus exposition format 0.0.4, HTTP API v1",
                .params = kParams,
                .make = [](const Params& params) { return std::make_unique<Prometheus>(params); }});
}

}  // namespace evenkeel::monitor
