// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From facts to a sample.
#include "evenkeel/service/facts.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::service {
namespace {

std::optional<double> known(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A number of a description, where 0 is unknown.
double described(double value) {
  return value > 0.0 ? value : kUnknown;
}

/// What was sensed is newer than what is \p described.
void fill_in(double& sensed, double described) {
  sensed = std::isnan(sensed) ? described : sensed;
}

void add_traffic(machine::NodeSample& node, double packets, double bytes, double speed) {
  if (packets > 0.0) {
    node.interfaces.push_back({.name = "mean",
                               .packets_per_second = packets,
                               .bytes_per_second = known(bytes),
                               .speed = known(speed)});
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
  node.memory_held = known(facts.memory_held);
  const double bandwidth =
      std::isnan(facts.host.bandwidth) ? facts.bandwidth : facts.host.bandwidth;
  node.bandwidth = known(bandwidth / ranks);
  node.latency = known(facts.host.latency);
  add_traffic(node, facts.host.packets / ranks, facts.host.bytes / ranks, facts.bandwidth / ranks);
  node.load = known(std::max(facts.host.load / facts.host.processors, 1.0));  // NaN stays
  node.work = known(facts.held);
  node.rate = known(facts.rate);
  node.availability = known(facts.availability);
  node.seconds = node.compute_s = known(facts.seconds);
  node.comm_s = known(facts.communicate);
  node.fault_s = known(facts.fault);
  return node;
}

/// Each host and network once, as whoever names it first has it.
void add_networks(machine::Sample& sample, std::span<const Facts> all, std::span<const int> host,
                  const NetworkFacts& networks) {
  std::set<std::string> placed;
  const auto place = [&](machine::NodeSample node, double packets, double bytes) {
    if (placed.insert(node.name).second) {
      add_traffic(node, packets, bytes, kUnknown);
      sample.nodes.push_back(std::move(node));
    }
  };
  for (std::size_t rank = 0; rank < networks.above.size(); ++rank) {
    machine::NodeSample node{.name = fmt::format("host{}", host[rank]), .is_network = true};
    NetworkTraffic traffic{0, all[rank].host.packets, all[rank].host.bytes};
    for (const int network : networks.above[rank]) {
      node.parent = fmt::format("network{}", network);
      place(node, traffic.packets, traffic.bytes);
      node.name = std::exchange(node.parent, "");
      const auto found = std::ranges::find(networks.traffic, network, &NetworkTraffic::network);
      traffic = found == networks.traffic.end() ? NetworkTraffic{network} : *found;
    }
    place(node, traffic.packets, traffic.bytes);
  }
}

}  // namespace

void describe(Facts& facts, const machine::Tree& machine, std::string_view host_name) {
  if (const auto node = machine.find(host_name)) {
    const machine::Node& found = machine[*node];
    facts.rating = described(found.benchmark);
    facts.bandwidth = described(found.bandwidth);
    fill_in(facts.host.quota, found.usable_processors());
    fill_in(facts.host.memory_available,
            std::fmin(described(found.memory), facts.host.memory_total));
    fill_in(facts.host.memory_total, described(found.memory));
    fill_in(facts.host.latency, described(found.latency));
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
                          std::span<const double> shares, const NetworkFacts& networks) {
  machine::Sample sample;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    const Facts& facts = all[rank];
    const auto ranks = static_cast<int>(std::ranges::count(host, host[rank]));
    machine::NodeSample node = node_of(facts, ranks);
    if (const std::optional<double> needed = known(facts.memory_needed)) {
      sample.memory_needed = sample.memory_needed.value_or(0.0) + *needed;
    }
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
  add_networks(sample, all, host, networks);
  return sample;
}

}  // namespace evenkeel::service
