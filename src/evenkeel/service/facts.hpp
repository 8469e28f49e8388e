// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What one rank tells the others about its host and itself, and the sample that all of it makes.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "evenkeel/machine/sample.hpp"
#include "evenkeel/machine/tree.hpp"
#include "evenkeel/monitor/prober.hpp"

namespace evenkeel::service {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// What the sensors of one host say: forecasts where there are some. NaN: unknown.
struct HostFacts {
  double quota = kUnknown;             ///< processor time a second of the control group [core]
  double running = kUnknown;           ///< of a processor to a process that runs [0, 1]
  double fresh = kUnknown;             ///< of a processor to a new process [0, 1]
  double memory_available = kUnknown;  ///< [byte]
  double memory_total = kUnknown;      ///< [byte]
  double memory_stall = kUnknown;      ///< share of the time that some task waits for memory
  double bandwidth = kUnknown;         ///< mean to the peers that are probed [byte/s]
  double latency = kUnknown;           ///< mean to them [s]
  double packets = kUnknown;           ///< of all interfaces but the loopback [1/s]
  double bytes = kUnknown;             ///< of them [byte/s]
};

/// Copied bytewise between ranks. NaN: unknown.
struct Facts {
  HostFacts host = {};             ///< of the rank that has the sensors, see share_on_hosts()
  double rating = kUnknown;        ///< [Mflop/s]
  double bandwidth = kUnknown;     ///< of the host's link, as described [byte/s]
  double rate = kUnknown;          ///< own work per second
  double availability = kUnknown;  ///< of a processor, while it had that rate
  double callback = kUnknown;      ///< what the user's function says
  bool has_callback = false;       ///< whether there is one
  double seconds = kUnknown;       ///< own computing in the last window [s]
  double communicate = kUnknown;   ///< own messages in it [s]
  double fault = kUnknown;         ///< own waiting for memory in it [s]
  double held = kUnknown;          ///< cells it holds
  double room = kUnknown;          ///< memory it may use at most [byte]
};

/// The quantities metrics use among those that sensors gave. Where several sensors give one, the
/// first that knows it counts; `NAME.quantity` of a sensor of many hosts counts for host NAME.
HostFacts host_facts(const std::vector<monitor::Observed>& seen, std::string_view host_name);

/// Whether host_facts() reads the forecast of a quantity. Forecasts are the dear part of a look.
bool is_foreseen(std::string_view quantity);

/// Whether host_facts() looks at a quantity at all.
bool is_wanted(std::string_view quantity);

/// What \p machine says of the host called \p host_name: rating and bandwidth.
void describe(Facts& facts, const machine::Tree& machine, std::string_view host_name);

/// Every rank gets what the first rank of its host knows from sensors.
///
/// \param host  shape [ranks] numbers of hosts
void share_on_hosts(std::span<Facts> all, std::span<const int> host);

/// Part of a processor that one of \p ranks ranks on a host can have: what the quota leaves it, or
/// what others leave it, whichever is less. Nothing where neither is known.
///
///   min(quota / ranks, running)              (practice 1: min(quota, DRUM's u + i))
std::optional<double> availability(const HostFacts& host, int ranks);

/// One node a rank, below one network a host. Ranks of a host have equal parts of it.
///
/// \param host    shape [ranks] numbers of hosts
/// \param shares  shape [ranks] in force, or empty
/// \throws InputError if a callback gave no amount
machine::Sample sample_of(std::span<const Facts> all, std::span<const int> host,
                          std::span<const double> shares);

}  // namespace evenkeel::service
