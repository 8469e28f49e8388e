// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the sensors of all hosts say, as far as ranks have told each other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/machine/tree.hpp"
#include "evenkeel/service/facts.hpp"
#include "evenkeel/service/host_sensors.hpp"

namespace evenkeel::runtime {

/// Which sensors, and what else is known of the hosts.
struct FactSources {
  service::SensorChoice sensors = {};
  bool has_sensors = true;
  std::string machine_file = {};  ///< XML with ratings of the hosts; "": all alike
};

/// The newest facts of every rank. Sensors run beside the solver from construction on.
class LiveFacts {
 public:
  /// Collective.
  ///
  /// \throws InputError on all ranks if there is no such sensor or machine
  LiveFacts(const comm::Communicator& communicator, const FactSources& sources);

  /// What this rank can tell now. Not collective.
  /// \param quota  \see monitor::cpu_quota
  service::Facts own(std::optional<double> quota) const;

  /// Takes what ranks told; those that told nothing keep what they told before. Of networks those
  /// that ask them tell now. Collective.
  ///
  /// \param told  shape [ranks]
  void take(std::span<const std::optional<service::Facts>> told);

  /// \see service::HostSensors::foresee
  void foresee(double seconds);

  const std::vector<service::Facts>& all() const { return facts_; }  ///< [ranks]
  const std::vector<int>& hosts() const { return hosts_; }           ///< [ranks] their numbers

  const service::NetworkFacts& networks() const { return networks_; }

  /// Part of a processor that each rank is to have; NaN: unknown. Shape [ranks].
  std::vector<double> availability() const;

  /// Ranks on hosts that the machine file does not name. Ascending; empty without a file.
  const std::vector<int>& unnamed() const { return unnamed_; }

  /// The sensed values, by rank, for an event.
  void describe(JsonLine& fields) const;

  /// Processor time the sensors have taken on this rank [s].
  double processor_seconds() const;

 private:
  void hear_of_networks();

  const comm::Communicator* communicator_;
  std::vector<int> hosts_;
  service::NetworkFacts networks_;
  std::vector<service::Facts> facts_;
  std::vector<int> unnamed_;
  std::optional<service::HostSensors> sensors_;
  std::optional<machine::Tree> machine_;
  std::string host_name_;
};

}  // namespace evenkeel::runtime
