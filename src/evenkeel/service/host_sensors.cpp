// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A monitor on one rank of each host.
#include "evenkeel/service/host_sensors.hpp"

#include <utility>

#include <unistd.h>

#include "evenkeel/monitor/sensor_list.hpp"
#include "evenkeel/service/link_cliques.hpp"

namespace evenkeel::service {

SensorChoice with_links(const comm::Communicator& communicator, const comm::NodePlace& place,
                        const std::optional<machine::Tree>& machine, SensorChoice choice) {
  if (choice.sensors.empty()) {
    return choice;
  }
  choice.sensors = aim_links(communicator, clique_of(place, machine, host_name()),
                             monitor::network_addresses(), std::move(choice.sensors));
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
  HostFacts facts = host_facts(monitor_->view(), host_name_);
  facts.processors = static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN));
  return facts;
}

double HostSensors::processor_seconds() const {
  return monitor_ ? monitor_->processor_seconds() : 0.0;
}

}  // namespace evenkeel::service
