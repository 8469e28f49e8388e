// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From facts to a sample.
#include "evenkeel/service/facts.hpp"

#include <algorithm>
#include <cmath>
#include <set>

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
  if (facts.host.packets > 0.0) {
    node.interfaces.push_back({.name = "mean",
                               .packets_per_second = facts.host.packets / ranks,
                               .bytes_per_second = known(facts.host.bytes / ranks),
                               .speed = known(facts.bandwidth / ranks)});
  }
  node.load = known(std::max(facts.host.load / facts.host.processors, 1.0));  // NaN stays
  node.work = known(facts.held);
  node.rate = known(facts.rate);
  node.availability = known(facts.availability);
  node.seconds = node.compute_s = known(facts.seconds);
  node.comm_s = known(facts.communicate);
  node.fault_s = known(facts.fault);
  return node;
}

/// Each network once, as whoever names it first has it.
void add_networks(machine::Sample& sample, std::span<const int> host,
                  std::span<const std::vector<int>> networks) {
  std::set<std::string> placed;
  for (std::size_t rank = 0; rank < networks.size(); ++rank) {
    std::string below = fmt::format("host{}", host[rank]);
    for (const int network : networks[rank]) {
      const std::string name = fmt::format("network{}", network);
      if (placed.insert(below).second) {
        sample.nodes.push_back({.name = below, .parent = name, .is_network = true});
      }
      below = name;
    }
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
                          std::span<const double> shares,
                          std::span<const std::vector<int>> networks) {
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
  add_networks(sample, host, networks);
  return sample;
}

}  // namespace evenkeel::service
