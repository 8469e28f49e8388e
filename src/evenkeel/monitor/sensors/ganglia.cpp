// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// ganglia: all hosts of a cluster by one gmond.
#include <array>
#include <set>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/metrics_text.hpp"
#include "evenkeel/monitor/patience_params.hpp"
#include "evenkeel/monitor/peer.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::uint16_t kPort = 8649;

constexpr std::array kParams = {kTimeout, kMaxBytes};

/// What a metric of gmond is here.
struct Known {
  std::string_view metric;
  const char* quantity;
  const char* unit;
  double factor;
  double most;
};

constexpr double kAny = 1e300;

constexpr std::array kKnown = {Known{"cpu_idle", "cpu_idle", "1", 0.01, 1.0},
                               Known{"cpu_user", "cpu_user", "1", 0.01, 1.0},
                               Known{"cpu_system", "cpu_system", "1", 0.01, 1.0},
                               Known{"cpu_steal", "cpu_steal", "1", 0.01, 1.0},
                               Known{"load_one", "load_1min", "1", 1.0, kAny},
                               Known{"mem_total", "memory_total", "byte", 1024.0, kAny},
                               Known{"mem_free", "memory_free", "byte", 1024.0, kAny},
                               Known{"mem_cached", "memory_cached", "byte", 1024.0, kAny},
                               Known{"mem_buffers", "memory_buffers", "byte", 1024.0, kAny},
                               Known{"bytes_in", "bytes_in", "byte/s", 1.0, kAny},
                               Known{"bytes_out", "bytes_out", "byte/s", 1.0, kAny},
                               Known{"pkts_in", "packets_in", "1/s", 1.0, kAny},
                               Known{"pkts_out", "packets_out", "1/s", 1.0, kAny}};

class Ganglia final : public Sensor {
 public:
  explicit Ganglia(const Params& params) : patience_(patience_of(params)) {}

  void aim(const Target& target) override {
    if (target.address.empty()) {
      throw InputError("needs an address; expected one like ganglia=10.0.0.1:8649");
    }
    peer_ = parse_endpoint(target.address, kPort);
    hosts_ = {target.names.begin(), target.names.end()};
  }

  bool is_local() const override { return false; }

  void read(std::size_t, double, std::vector<Reading>& readings) override {
    const std::vector<Metric> metrics = parse_ganglia(ask_by_stream(peer_, "", patience_));
    for (const Metric& each : metrics) {
      if (!hosts_.empty() && !hosts_.contains(each.labels)) {
        continue;
      }
      for (const Known& known : kKnown) {
        if (known.metric == each.name) {
          const auto value = each.value ? std::optional(*each.value * known.factor) : std::nullopt;
          readings.push_back({each.labels + "." + known.quantity, known.unit, value, 0.0,
                              known.most, each.age, each.labels});
        }
      }
    }
  }

 private:
  Patience patience_;
  Endpoint peer_;
  std::set<std::string> hosts_;
};

}  // namespace

void register_ganglia(Registry<Sensor>& registry) {
  registry.add({.name = "ganglia",
                .summary = "processor, memory and traffic of the hosts that a gmond knows",
                .source = "Ganglia 3 XML; `name` chooses hosts, values carry gmond's ages",
                .params = kParams,
                .make = [](const Params& params) { return std::make_unique<Ganglia>(params); }});
}

}  // namespace evenkeel::monitor
