// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// snmp: hosts, switches and routers by the Simple Network Management Protocol.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/counter.hpp"
#include "evenkeel/monitor/patience_params.hpp"
#include "evenkeel/monitor/peer.hpp"
#include "evenkeel/monitor/sensor.hpp"
#include "evenkeel/monitor/snmp_message.hpp"

namespace evenkeel::monitor {
namespace {

using Value = std::optional<double>;

constexpr std::uint16_t kPort = 161;

constexpr std::array kParams = {
    kTimeout, kMaxBytes,
    ParamSpec{.name = "interfaces",
              .unit = "1",
              .fallback = 16.0,
              .min = 0.0,
              .max = 64.0,
              .help = "watches at most so many interfaces; loopback is left out",
              .is_whole = true}};

/// Numeric, because Debian has no files of names. UCD-SNMP-MIB, then IF-MIB (RFC 2863).
constexpr std::array<std::string_view, 9> kHost = {"1.3.6.1.4.1.2021.11.50.0",   // ssCpuRawUser
                                                   "1.3.6.1.4.1.2021.11.51.0",   // ssCpuRawNice
                                                   "1.3.6.1.4.1.2021.11.52.0",   // ssCpuRawSystem
                                                   "1.3.6.1.4.1.2021.11.53.0",   // ssCpuRawIdle
                                                   "1.3.6.1.4.1.2021.11.54.0",   // ssCpuRawWait
                                                   "1.3.6.1.4.1.2021.10.1.3.1",  // laLoad.1
                                                   "1.3.6.1.4.1.2021.4.5.0",  // memTotalReal [KiB]
                                                   "1.3.6.1.4.1.2021.4.6.0",  // memAvailReal [KiB]
                                                   "1.3.6.1.4.1.2021.4.15.0"};  // memCached [KiB]
/// Places of processor times in it; those of other things follow.
enum : std::size_t { kUser, kNice, kSystem, kIdle, kWait, kNoTicks };
constexpr std::string_view kInterfaceType = "1.3.6.1.2.1.2.2.1.3";
constexpr double kLoopback = 24.0;
constexpr std::array<std::string_view, 4> kInterface = {
    "1.3.6.1.2.1.2.2.1.11",      // ifInUcastPkts
    "1.3.6.1.2.1.2.2.1.17",      // ifOutUcastPkts
    "1.3.6.1.2.1.31.1.1.1.6",    // ifHCInOctets
    "1.3.6.1.2.1.31.1.1.1.10"};  // ifHCOutOctets
constexpr std::array<std::pair<const char*, const char*>, 4> kInterfaceQuantity = {
    {{"packets_in", "1/s"},
     {"packets_out", "1/s"},
     {"bytes_in", "byte/s"},
     {"bytes_out", "byte/s"}}};

class Snmp final : public Sensor {
 public:
  explicit Snmp(const Params& params)
      : patience_(patience_of(params)),
        max_interfaces_(static_cast<std::size_t>(params["interfaces"])) {}

  void aim(const Target& target) override {
    if (target.address.empty()) {
      throw InputError("needs an address; expected one like snmp=10.0.0.1:161");
    }
    peer_ = parse_endpoint(target.address, kPort);
    host_name_ = other_host(peer_);
    community_ = target.community;
    for (const std::string_view text : kHost) {
      host_.push_back(parse_oid(text));
    }
    for (const std::string& name : target.names) {
      own_.push_back(parse_oid(name));
      own_names_.push_back(name);
    }
  }

  bool is_local() const override { return false; }
  std::string host() const override { return host_name_; }

  /// The host, its interfaces, and what the user named.
  std::size_t probes() const override { return own_.empty() ? 2 : 3; }

  void read(std::size_t probe, double now, std::vector<Reading>& readings) override {
    if (probe == 0) {
      read_host(now, readings);
    } else if (probe == 1) {
      read_interfaces(now, readings);
    } else {
      const std::vector<Value> values = get(own_);
      for (std::size_t n = 0; n < values.size(); ++n) {
        readings.push_back({own_names_[n], "1", values[n], -1e300});
      }
    }
  }

 private:
  std::vector<SnmpValue> ask(const std::string& request) {
    return decode_response(ask_by_datagram(peer_, request, patience_), request_);
  }

  /// The values of \p oids in their order.
  std::vector<Value> get(const std::vector<Oid>& oids) {
    const std::vector<SnmpValue> answer = ask(encode_get(community_, ++request_, oids));
    if (answer.size() != oids.size()) {
      throw SystemError(peer_.text + " answers another question");
    }
    std::vector<Value> values;
    for (std::size_t n = 0; n < oids.size(); ++n) {
      if (answer[n].oid != oids[n]) {
        throw SystemError(peer_.text + " answers another question");
      }
      values.push_back(answer[n].value);
    }
    return values;
  }

  /// Those that the host counts, by their place in kHost.
  static std::map<std::size_t, double> ticks_of(const std::vector<Value>& values) {
    std::map<std::size_t, double> ticks;
    for (std::size_t n = 0; n < kNoTicks; ++n) {
      if (values[n]) {
        ticks[n] = *values[n];
      }
    }
    return ticks;
  }

  /// Agents count every few seconds: what they said holds until then, for half a minute.
  const std::map<std::size_t, double>& parts_of(const std::map<std::size_t, double>& ticks,
                                                double now) {
    constexpr double kLasts = 30.0;  // [s]
    auto parts = ticks_.fractions(ticks, now);
    if (!parts.empty() || now - parts_at_ > kLasts) {
      parts_ = std::move(parts);
      parts_at_ = now;
    }
    return parts_;
  }

  void read_host(double now, std::vector<Reading>& readings) {
    const std::vector<Value> values = get(host_);
    const std::map<std::size_t, double>& parts = parts_of(ticks_of(values), now);
    const auto fraction = [&](std::size_t part, std::size_t other) {
      const double more = parts.contains(other) ? parts.at(other) : 0.0;
      return parts.contains(part) ? Value(std::min(1.0, parts.at(part) + more)) : std::nullopt;
    };
    constexpr double kKibibyte = 1024.0;
    const auto bytes = [](Value kib, Value more = std::nullopt) {
      return kib ? Value((*kib + more.value_or(0.0)) * kKibibyte) : std::nullopt;
    };
    readings.push_back({"cpu_user", "1", fraction(kUser, kNice), 0.0, 1.0});
    readings.push_back({"cpu_system", "1", fraction(kSystem, kNoTicks), 0.0, 1.0});
    readings.push_back({"cpu_idle", "1", fraction(kIdle, kWait), 0.0, 1.0});
    readings.push_back({"load_1min", "1", values[5]});
    const Value total = bytes(values[6]);
    readings.push_back({"memory_total", "byte", total, 1.0});
    readings.push_back(
        {"memory_available", "byte", bytes(values[7], values[8]), 0.0, total.value_or(1e300)});
  }

  /// Which interfaces there are: numbers with gaps, and they may change.
  std::vector<std::uint32_t> list_interfaces() {
    constexpr std::int32_t kRows = 64;
    const Oid column = parse_oid(kInterfaceType);
    std::vector<std::uint32_t> numbers;
    for (const SnmpValue& row : ask(encode_get_bulk(community_, ++request_, column, kRows))) {
      const bool is_row = row.oid.size() == column.size() + 1 &&
                          std::equal(column.begin(), column.end(), row.oid.begin());
      if (is_row && row.value && *row.value != kLoopback && numbers.size() < max_interfaces_) {
        numbers.push_back(row.oid.back());
      }
    }
    return numbers;
  }

  void read_interfaces(double now, std::vector<Reading>& readings) {
    if (interfaces_.empty()) {
      interfaces_ = list_interfaces();
    }
    std::vector<Oid> oids;
    for (const std::uint32_t number : interfaces_) {
      for (const std::string_view column : kInterface) {
        oids.push_back(parse_oid(column));
        oids.back().push_back(number);
      }
    }
    if (oids.empty()) {
      return;
    }
    std::vector<Value> values;
    try {
      values = get(oids);
    } catch (const SystemError&) {
      interfaces_.clear();  // look again for what is there
      throw;
    }
    for (std::size_t n = 0; n < values.size(); ++n) {
      const std::size_t kind = n % kInterface.size();
      const std::uint32_t number = interfaces_[n / kInterface.size()];
      readings.push_back({fmt::format("if{}.{}", number, kInterfaceQuantity[kind].first),
                          kInterfaceQuantity[kind].second,
                          traffic_[{number, kind}].rate(values[n], now)});
    }
  }

  Patience patience_;
  std::size_t max_interfaces_;
  Endpoint peer_;
  std::string host_name_;
  std::string community_;
  std::int32_t request_ = 0;
  std::vector<Oid> host_;
  std::vector<Oid> own_;
  std::vector<std::string> own_names_;
  std::vector<std::uint32_t> interfaces_;
  PartCounters<std::size_t> ticks_;
  std::map<std::size_t, double> parts_;  ///< as the agent last counted them
  double parts_at_ = 0.0;                ///< [s]
  std::map<std::pair<std::uint32_t, std::size_t>, SeldomCounter> traffic_;
};

}  // namespace

void register_snmp(Registry<Sensor>& registry) {
  registry.add({.name = "snmp",
                .summary = "processor, memory and traffic of a host, switch or router by SNMP",
                .source = "Faik et al. 2004, section 3.2; RFC 3416, RFC 2863",
                .params = kParams,
                .make = [](const Params& params) { return std::make_unique<Snmp>(params); }});
}

}  // namespace evenkeel::monitor
