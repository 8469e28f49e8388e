// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From readings to facts, from facts to a sample.
#include "evenkeel/service/facts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::service {
namespace {

std::optional<double> known(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Looks quantities up among readings of one host.
class Readings {
 public:
  Readings(const std::vector<monitor::Observed>& seen, std::string_view host)
      : seen_(seen), own_(fmt::format("{}.", host)) {}

  /// The forecast of a quantity, else its last value, else NaN.
  double expected(std::string_view quantity) const {
    for (const monitor::Observed& each : seen_) {
      if (each.value && local_name(each.quantity) == quantity) {
        return value_of(each);
      }
    }
    return kUnknown;
  }

  /// Sum over all quantities that end so, those of the loopback left out; NaN where there is none.
  double sum(std::string_view in, std::string_view out) const {
    double total = kUnknown;
    for (const monitor::Observed& each : seen_) {
      const bool counts = each.quantity.ends_with(in) || each.quantity.ends_with(out);
      if (counts && each.value && !each.quantity.starts_with("lo.")) {
        total = (std::isnan(total) ? 0.0 : total) + *each.value;
      }
    }
    return total;
  }

  /// Mean of what a sensor of links says of all peers; NaN where it says nothing.
  double mean_of_links(std::string_view kind) const {
    double total = 0.0;
    double count = 0.0;
    for (const monitor::Observed& each : seen_) {
      if (each.value && each.quantity.ends_with(kind)) {
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

  std::string_view local_name(std::string_view quantity) const {
    return quantity.starts_with(own_) ? quantity.substr(own_.size()) : quantity;
  }

  const std::vector<monitor::Observed>& seen_;
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

machine::NodeSample node_of(const Facts& facts, int ranks) {
  machine::NodeSample node;
  node.processes = node.cpus = 1.0;
  node.rating = known(facts.rating);
  if (const std::optional<double> part = availability(facts.host, ranks)) {
    node.cpu_used = {*part};
    node.cpu_idle = {0.0};
    node.forecast = part;
  }
  node.memory_available = known(std::fmin(facts.host.memory_available / ranks, facts.room));
  node.memory_total = known(facts.host.memory_total / ranks);
  node.bandwidth = known(std::isnan(facts.host.bandwidth) ? facts.bandwidth : facts.host.bandwidth);
  node.latency = known(facts.host.latency);
  if (facts.host.packets > 0.0) {
    node.interfaces.push_back({.name = "all",
                               .packets_per_second = facts.host.packets,
                               .bytes_per_second = known(facts.host.bytes),
                               .speed = known(facts.bandwidth)});
  }
  node.load = known(facts.held);
  node.rate = known(facts.rate);
  node.availability = known(facts.availability);
  node.seconds = node.compute_s = known(facts.seconds);
  node.comm_s = known(facts.communicate);
  node.fault_s = known(facts.fault);
  return node;
}

}  // namespace

bool is_foreseen(std::string_view quantity) {
  constexpr std::array<std::string_view, 10> kForeseen = {
      "cpu_quota",    "running_process", "new_process",     "memory_available", "memory_total",
      "memory_limit", "memory_used",     "memory_pressure", "bandwidth",        "latency"};
  const std::size_t dot = quantity.rfind('.');
  return std::ranges::find(kForeseen, quantity.substr(dot == quantity.npos ? 0 : dot + 1)) !=
         kForeseen.end();
}

bool is_wanted(std::string_view quantity) {
  constexpr std::array<std::string_view, 4> kTraffic = {".packets_in", ".packets_out", ".bytes_in",
                                                        ".bytes_out"};
  return is_foreseen(quantity) ||
         std::ranges::any_of(kTraffic, [&](auto kind) { return quantity.ends_with(kind); });
}

HostFacts host_facts(const std::vector<monitor::Observed>& seen, std::string_view host_name) {
  const Readings readings(seen, host_name);
  HostFacts facts;
  facts.quota = readings.expected("cpu_quota");
  facts.running = readings.expected("running_process");
  facts.fresh = readings.expected("new_process");
  facts.memory_available = readings.expected("memory_available");
  facts.memory_total = readings.expected("memory_total");
  limit_memory(facts, readings.expected("memory_limit"), readings.expected("memory_used"));
  facts.memory_stall = readings.expected("memory_pressure");
  facts.bandwidth = readings.mean_of_links(".bandwidth");
  facts.latency = readings.mean_of_links(".latency");
  facts.packets = readings.sum(".packets_in", ".packets_out");
  facts.bytes = readings.sum(".bytes_in", ".bytes_out");
  return facts;
}

void describe(Facts& facts, const machine::Tree& machine, std::string_view host_name) {
  if (const auto node = machine.find(host_name)) {
    const machine::Node& found = machine[*node];
    facts.rating = found.benchmark > 0.0 ? found.benchmark : kUnknown;
    facts.bandwidth = found.bandwidth > 0.0 ? found.bandwidth : kUnknown;
  }
}

void share_on_hosts(std::span<Facts> all, std::span<const int> host) {
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const auto first = std::ranges::find(host, host[rank]) - host.begin();
    all[rank].host = all[static_cast<std::size_t>(first)].host;
  }
}

std::optional<double> availability(const HostFacts& host, int ranks) {
  const double by_quota = std::min(1.0, host.quota / ranks);
  const double by_others = std::isnan(host.running) ? host.fresh : host.running;
  // fmin takes the other one where one is NaN.
  return known(std::fmin(std::isnan(host.quota) ? kUnknown : by_quota,
                         std::isnan(by_others) ? kUnknown : std::clamp(by_others, 0.0, 1.0)));
}

machine::Sample sample_of(std::span<const Facts> all, std::span<const int> host,
                          std::span<const double> shares) {
  machine::Sample sample;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const Facts& facts = all[rank];
    const auto ranks = static_cast<int>(std::ranges::count(host, host[rank]));
    machine::NodeSample node = node_of(facts, ranks);
    node.name = fmt::format("rank{}", rank);
    node.parent = fmt::format("host{}", host[rank]);
    node.share = shares.empty() ? std::nullopt : std::optional(shares[rank]);
    if (facts.has_callback) {
      if (!(std::isfinite(facts.callback) && facts.callback >= 0.0)) {
        throw InputError(fmt::format("the callback of rank {} says {}; expected 0 or more", rank,
                                     facts.callback));
      }
      node.share = facts.callback;
    }
    sample.nodes.push_back(std::move(node));
  }
  return sample;
}

}  // namespace evenkeel::service
