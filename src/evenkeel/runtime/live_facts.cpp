// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sensors of this rank's host, and what came from others.
#include "evenkeel/runtime/live_facts.hpp"

#include <algorithm>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/monitor/cpu_quota.hpp"
#include "evenkeel/monitor/inventory.hpp"
#include "evenkeel/service/networks.hpp"

namespace evenkeel::runtime {

LiveFacts::LiveFacts(const comm::Communicator& communicator, const FactSources& sources)
    : communicator_(&communicator), host_name_(service::host_name()) {
  const comm::NodePlace place = comm::node_place(communicator);
  communicator.all_or_none([&] {
    if (!sources.machine_file.empty()) {
      machine_ = machine::read_machine(sources.machine_file);
      host_name_ = monitor::name_in(*machine_);
    }
  });
  if (sources.has_sensors && communicator.size() > 1) {  // one rank has nothing to decide
    const service::SensorChoice choice =
        service::aimed(communicator, place, machine_, sources.sensors);
    communicator.all_or_none([&] { sensors_.emplace(place, choice); });
    // All listen by now: who probes links before does not find them.
    communicator.all_or_none([&] { sensors_->start(); });
  }
  const bool is_unnamed = machine_ && !machine_->find(host_name_);
  const std::vector<int> unnamed = communicator.gather_all(is_unnamed ? 1 : 0);
  for (int rank = 0; rank < communicator.size(); ++rank) {
    if (unnamed[static_cast<std::size_t>(rank)] != 0) {
      unnamed_.push_back(rank);
    }
  }
  hosts_ = communicator.gather_all(place.node);
  networks_.above = service::networks_of_ranks(communicator, machine_, host_name_);
  facts_ = communicator.gather_all(own(monitor::cpu_quota()));
  service::share_on_hosts(facts_, hosts_);
  hear_of_networks();
}

void LiveFacts::hear_of_networks() {
  const auto told =
      sensors_ && machine_ ? sensors_->traffic(*machine_) : std::vector<service::NetworkTraffic>();
  service::share_traffic(*communicator_, told, networks_);
}

service::Facts LiveFacts::own(std::optional<double> quota) const {
  service::Facts facts;
  if (sensors_) {
    facts.host = sensors_->look();
  }
  facts.host.quota = quota.value_or(facts.host.quota);
  if (machine_) {
    service::describe(facts, *machine_, host_name_);
  }
  return facts;
}

void LiveFacts::take(std::span<const std::optional<service::Facts>> told) {
  for (std::size_t rank = 0; rank < facts_.size(); ++rank) {
    facts_[rank] = told[rank].value_or(facts_[rank]);
  }
  service::share_on_hosts(facts_, hosts_);
  hear_of_networks();
}

void LiveFacts::foresee(double seconds) {
  if (sensors_) {
    sensors_->foresee(seconds);
  }
}

std::vector<double> LiveFacts::availability() const {
  std::vector<double> parts;
  for (std::size_t rank = 0; rank < facts_.size(); ++rank) {
    const auto ranks = static_cast<int>(std::ranges::count(hosts_, hosts_[rank]));
    const std::optional<double> part = service::availability(facts_[rank].host, ranks);
    parts.push_back(part.value_or(service::kUnknown));
  }
  return parts;
}

void LiveFacts::describe(JsonLine& fields) const {
  const auto each = [&](double service::HostFacts::* value) {
    std::vector<double> values;
    for (const service::Facts& facts : facts_) {
      values.push_back(facts.host.*value);
    }
    return values;
  };
  fields.add("availability", availability())
      .add("memory_available", each(&service::HostFacts::memory_available))
      .add("bandwidth", each(&service::HostFacts::bandwidth))
      .add("packets", each(&service::HostFacts::packets));
  if (!networks_.traffic.empty()) {
    std::vector<JsonLine> asked;
    for (const auto& [network, packets, bytes] : networks_.traffic) {
      asked.push_back(JsonLine().add("network", network).add("packets", packets));
    }
    fields.add("networks", asked);
  }
}

double LiveFacts::processor_seconds() const {
  return sensors_ ? sensors_->processor_seconds() : 0.0;
}

}  // namespace evenkeel::runtime
