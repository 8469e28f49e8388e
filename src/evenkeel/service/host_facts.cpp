// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From readings to facts of a host, and of networks.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "evenkeel/service/facts.hpp"

namespace evenkeel::service {
namespace {

/// Looks quantities up among readings of one host; those of others are nothing to it.
class Readings {
 public:
  Readings(const std::vector<monitor::Observed>& seen, std::string_view host)
      : seen_(seen), host_(host), own_(fmt::format("{}.", host)) {}

  /// The forecast of a quantity, else its last value, else NaN.
  double expected(std::string_view quantity) const {
    for (const monitor::Observed& each : seen_) {
      if (is_known(each) && local_name(each.quantity) == quantity) {
        return value_of(each);
      }
    }
    return kUnknown;
  }

  /// Mean over the interfaces that are busy of what goes \p in and \p out of each; 0 where none is,
  /// NaN where no sensor tells of any.                     (Faik et al. 2004, section 3.3.2: CAF)
  double mean_of_busy(std::string_view in, std::string_view out) const {
    double total = 0.0;
    double count = 0.0;
    const std::map<std::string_view, double> all = by_interface(in, out);
    for (const auto& [interface, amount] : all) {
      total += amount;
      count += amount > 0.0 ? 1.0 : 0.0;
    }
    return all.empty() ? kUnknown : total / std::max(count, 1.0);
  }

  /// Mean of what a sensor of links says of all peers; NaN where it says nothing.
  double mean_of_links(std::string_view kind) const {
    double total = 0.0;
    double count = 0.0;
    for (const monitor::Observed& each : seen_) {
      if (is_known(each) && each.quantity.ends_with(kind)) {
        total += value_of(each);
        count += 1.0;
      }
    }
    return count > 0.0 ? total / count : kUnknown;
  }

 private:
  static double value_of(const monitor::Observed& each) {
    return each.forecast && std::isfinite(each.forecast->value) ? each.forecast->value
                                                                : *each.value;
  }

  bool is_known(const monitor::Observed& each) const {
    return each.value && (each.host.empty() || each.host == host_);
  }

  /// Interfaces of the first sensor that tells of some: another one tells of the same packets. The
  /// loopback is none. One that is not named stands for all of the host.
  std::map<std::string_view, double> by_interface(std::string_view in, std::string_view out) const {
    std::map<std::string_view, double> found;
    std::string_view teller;
    for (const monitor::Observed& each : seen_) {
      const std::string_view name = local_name(each.quantity);
      const std::size_t dot = name.rfind('.');
      const std::string_view interface = dot == name.npos ? "" : name.substr(0, dot);
      const std::string_view kind = name.substr(dot == name.npos ? 0 : dot + 1);
      const bool counts = is_known(each) && (kind == in || kind == out) && interface != "lo";
      if (counts && (teller.empty() || teller == each.sensor)) {
        teller = each.sensor;
        found[interface] += *each.value;
      }
    }
    return found;
  }

  std::string_view local_name(std::string_view quantity) const {
    return quantity.starts_with(own_) ? quantity.substr(own_.size()) : quantity;
  }

  const std::vector<monitor::Observed>& seen_;
  std::string_view host_;
  std::string own_;
};

/// A control group may leave less memory than the machine has.
void limit_memory(HostFacts& facts, double limit, double used) {
  if (std::isfinite(limit) && std::isfinite(used)) {
    const double left = std::max(0.0, limit - used);
    facts.memory_available = std::fmin(facts.memory_available, left);
    facts.memory_total = std::fmin(facts.memory_total, limit);
  }
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& kinds, std::string_view quantity) {
  const std::size_t dot = quantity.rfind('.');
  return std::ranges::find(kinds, quantity.substr(dot == quantity.npos ? 0 : dot + 1)) !=
         kinds.end();
}

}  // namespace

bool is_foreseen(std::string_view quantity) {
  constexpr std::array<std::string_view, 10> kForeseen = {
      "cpu_quota",    "running_process", "new_process",     "memory_available", "memory_total",
      "memory_limit", "memory_used",     "memory_pressure", "bandwidth",        "latency"};
  return is_one_of(kForeseen, quantity);
}

bool is_wanted(std::string_view quantity) {
  constexpr std::array<std::string_view, 5> kRead = {"load_1min", "packets_in", "packets_out",
                                                     "bytes_in", "bytes_out"};
  return is_foreseen(quantity) || is_one_of(kRead, quantity);
}

HostFacts host_facts(const std::vector<monitor::Observed>& seen, std::string_view host_name) {
  const Readings readings(seen, host_name);
  HostFacts facts;
  facts.quota = readings.expected("cpu_quota");
  facts.running = readings.expected("running_process");
  facts.fresh = readings.expected("new_process");
  facts.load = readings.expected("load_1min");
  facts.memory_available = readings.expected("memory_available");
  facts.memory_total = readings.expected("memory_total");
  limit_memory(facts, readings.expected("memory_limit"), readings.expected("memory_used"));
  facts.memory_stall = readings.expected("memory_pressure");
  facts.bandwidth = readings.mean_of_links(".bandwidth");
  facts.latency = readings.mean_of_links(".latency");
  facts.packets = readings.mean_of_busy("packets_in", "packets_out");
  facts.bytes = readings.mean_of_busy("bytes_in", "bytes_out");
  return facts;
}

std::vector<NetworkTraffic> network_traffic(const std::vector<monitor::Observed>& seen,
                                            const machine::Tree& machine) {
  std::vector<NetworkTraffic> all;
  for (std::size_t node = 0; node < machine.size(); ++node) {
    if (machine[node].is_computing() || machine[node].address.empty()) {
      continue;
    }
    std::vector<monitor::Observed> told;
    std::ranges::copy_if(seen, std::back_inserter(told), [&](const monitor::Observed& each) {
      return each.sensor == "snmp@" + machine[node].address;
    });
    std::ranges::for_each(told, [](monitor::Observed& each) { each.host.clear(); });
    const Readings readings(told, "");
    const NetworkTraffic traffic{machine[node].id,
                                 readings.mean_of_busy("packets_in", "packets_out"),
                                 readings.mean_of_busy("bytes_in", "bytes_out")};
    if (std::isfinite(traffic.packets)) {
      all.push_back(traffic);
    }
  }
  return all;
}

}  // namespace evenkeel::service
