// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The sensors of a host, asked by a thread of one of its ranks.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/machine/tree.hpp"
#include "evenkeel/monitor/monitor.hpp"
#include "evenkeel/monitor/network_address.hpp"
#include "evenkeel/service/facts.hpp"

namespace evenkeel::service {

using monitor::host_name;

/// What to ask how often.
struct SensorChoice {
  double interval = 1.0;                  ///< middle of the time between looks [s]
  std::vector<std::string> sensors = {};  ///< as words; empty: all local ones
  bool has_any = true;                    ///< false: there are none to ask
  double budget = 5e-4;  ///< processor time, as a fraction of what the ranks of the host use
};

/// \p choice with sensors that are named without an address aimed: of links at the other hosts of
/// the group, snmp at the networks of \p machine that this host asks for all; see aim_links() and
/// represented_networks(). All local ones, where none are named, come with those of networks.
/// Collective.
SensorChoice aimed(const comm::Communicator& communicator, const comm::NodePlace& place,
                   const std::optional<machine::Tree>& machine, SensorChoice choice);

/// One monitor a host: the first of its ranks has it, the others know nothing.
class HostSensors {
 public:
  /// Not collective.
  ///
  /// \throws InputError if a word names no sensor
  HostSensors(const comm::NodePlace& place, const SensorChoice& choice);

  void start();
  void stop();

  /// Forecasts are for so long from now on: until the next decision by them [s].
  void foresee(double seconds);

  /// What is known now; unknown on ranks without sensors. Waits for nobody.
  HostFacts look() const;

  /// Of those networks of \p machine that this rank's sensors ask and that answer.
  std::vector<NetworkTraffic> traffic(const machine::Tree& machine) const;

  /// Processor time the sensors have taken so far, on this rank [s].
  double processor_seconds() const;

 private:
  std::unique_ptr<monitor::Monitor> monitor_;  ///< null on ranks without sensors
  std::string host_name_;
};

}  // namespace evenkeel::service
