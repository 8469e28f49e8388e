// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A monitor on one rank of each host.
#include "evenkeel/service/host_sensors.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "evenkeel/monitor/inventory.hpp"
#include "evenkeel/monitor/sensor_list.hpp"
#include "evenkeel/service/link_cliques.hpp"
#include "evenkeel/service/networks.hpp"

namespace evenkeel::service {
namespace {

/// \p word of a link sensor with patience for its token: both kinds of sensors of all members look
/// as seldom as eight intervals, one after the other.
std::string patient(const std::string& word, double interval) {
  constexpr double kLeast = 30.0;  // [s] as without
  constexpr double kKinds = 2.0;
  constexpr double kSeldom = 8.0;
  constexpr std::string_view kPeer = ",name=";
  if (!word.starts_with("link_") || word.find(",patience=") != word.npos) {
    return word;
  }
  double members = 1.0;
  for (std::size_t at = word.find(kPeer); at != word.npos; at = word.find(kPeer, at + 1)) {
    members += 1.0;
  }
  return fmt::format("{},patience={:g}", word,
                     std::max(kLeast, members * kKinds * kSeldom * interval));
}

}  // namespace

SensorChoice aimed(const comm::Communicator& communicator, const comm::NodePlace& place,
                   const std::optional<machine::Tree>& machine, SensorChoice choice) {
  const std::string name = machine ? monitor::name_in(*machine) : host_name();
  const std::vector<std::string> networks = represented_networks(communicator, machine, name);
  if (choice.sensors.empty()) {
    if (networks.empty()) {
      return choice;
    }
    choice.sensors = monitor::local_sensors();
    choice.sensors.push_back("snmp");
  }
  choice.sensors = aim_at_networks(networks, choice.sensors);
  choice.sensors = aim_links(communicator, clique_of(place, machine, name),
                             monitor::network_addresses(), std::move(choice.sensors));
  for (std::string& word : choice.sensors) {
    word = patient(word, choice.interval);
  }
  choice.has_any = !choice.sensors.empty();
  return choice;
}

HostSensors::HostSensors(const comm::NodePlace& place, const SensorChoice& choice)
    : host_name_(host_name()) {
  if (place.rank_on_node != 0 || !choice.has_any) {
    return;
  }
  monitor::ProberSettings settings;
  settings.interval = choice.interval;
  settings.budget = choice.budget;
  settings.programs = place.ranks_on_node;
  settings.foresees = is_foreseen;
  settings.wants = is_wanted;
  monitor_ = std::make_unique<monitor::Monitor>(settings);
  monitor::add_sensors(*monitor_, choice.sensors);
}

void HostSensors::start() {
  if (monitor_) {
    monitor_->start();
  }
}

void HostSensors::foresee(double seconds) {
  if (monitor_) {
    monitor_->foresee(seconds);
  }
}

void HostSensors::stop() {
  if (monitor_) {
    monitor_->stop();
  }
}

HostFacts HostSensors::look() const {
  if (!monitor_) {
    return {};
  }
  static const long processors = sysconf(_SC_NPROCESSORS_ONLN);  // asked once: a file is read
  HostFacts facts = host_facts(monitor_->view(), host_name_);
  facts.processors = static_cast<double>(processors);
  return facts;
}

std::vector<NetworkTraffic> HostSensors::traffic(const machine::Tree& machine) const {
  return monitor_ ? network_traffic(monitor_->view(), machine) : std::vector<NetworkTraffic>();
}

double HostSensors::processor_seconds() const {
  return monitor_ ? monitor_->processor_seconds() : 0.0;
}

}  // namespace evenkeel::service
