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
  double load = kUnknown;              ///< jobs that run or want to, mean of a minute, own included
  double processors = kUnknown;        ///< that they share
  double memory_available = kUnknown;  ///< [byte]
  double memory_total = kUnknown;      ///< [byte]
  double memory_stall = kUnknown;      ///< share of the time that some task waits for memory
  double bandwidth = kUnknown;         ///< mean to the peers that are probed [byte/s]
  double latency = kUnknown;           ///< mean to them [s]
  double packets = kUnknown;           ///< CAF: mean of the busy interfaces, in and out [1/s]
  double bytes = kUnknown;             ///< mean of them [byte/s]
};

/// What goes through a network, by whoever asks it. Copied bytewise between ranks.
struct NetworkTraffic {
  int network = 0;            ///< its number (`nodenum`)
  double packets = kUnknown;  ///< CAF: mean of the busy interfaces, in and out [1/s]
  double bytes = kUnknown;    ///< mean of them [byte/s]
};

/// The networks of a run.
struct NetworkFacts {
  std::vector<std::vector<int>> above = {};  ///< [ranks] \see networks_above; or empty: none
  std::vector<NetworkTraffic> traffic = {};  ///< of those that were asked and answered
};

/// Copied bytewise between ranks. NaN: unknown.
struct Facts {
  HostFacts host = {};              ///< of the rank that has the sensors, see share_on_hosts()
  double rating = kUnknown;         ///< [Mflop/s]
  double bandwidth = kUnknown;      ///< of the host's link, as described [byte/s]
  double rate = kUnknown;           ///< own work per second
  double availability = kUnknown;   ///< of a processor, while it had that rate
  double callback = kUnknown;       ///< what the user's function says
  bool has_callback = false;        ///< whether there is one
  double seconds = kUnknown;        ///< own computing in the last window [s]
  double communicate = kUnknown;    ///< own messages in it [s]
  double fault = kUnknown;          ///< own waiting for memory in it [s]
  double held = kUnknown;           ///< cells it holds
  double room = kUnknown;           ///< memory it may use at most [byte]
  double memory_needed = kUnknown;  ///< its work takes, there already or not [byte]
  double memory_held = kUnknown;    ///< its work takes already [byte]
};

/// The quantities metrics use among those that sensors gave. Where several sensors give one, the
/// first that knows it counts; of traffic the first that tells of any interface, alone. What is of
/// another host does not count: `NAME.quantity` of a sensor of many hosts, but for host NAME, and
/// all that comes from the address of another machine.
///
/// Traffic is the mean over the interfaces that are busy, for a communication power of
///
///   c_n = 1 / mean_i CAF_{n,i}                            (Faik et al. 2004, section 3.3.2)
///
/// Busy is every interface but the loopback with a packet in or out lately: an idle one beside it
/// makes no node look less busy, and of a bridge and what it joins, which tell of the same packets,
/// each counts as one.
HostFacts host_facts(const std::vector<monitor::Observed>& seen, std::string_view host_name);

/// What sensors that were aimed at networks of \p machine say of those, where they know.
std::vector<NetworkTraffic> network_traffic(const std::vector<monitor::Observed>& seen,
                                            const machine::Tree& machine);

/// Whether host_facts() reads the forecast of a quantity. Forecasts are the dear part of a look.
bool is_foreseen(std::string_view quantity);

/// Whether host_facts() looks at a quantity at all.
bool is_wanted(std::string_view quantity);

/// What \p machine says of the host called \p host_name: its rating and bandwidth, and where no
/// sensor knows better, what processor time a second it gives, its memory and latency.
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

/// One node a rank, below one network a host. Ranks of a host have equal parts of it: of its
/// processors, memory, bandwidth and traffic. So is the communication power of the network that of
/// the host, c_n, and a rank's part of it c_n / k_n. Networks have their own, where it is known.
///                                                       (algorithms 5.3.2)
///
/// \param host      shape [ranks] numbers of hosts
/// \param shares    shape [ranks] in force, or empty
/// \throws InputError if a callback gave no amount
machine::Sample sample_of(std::span<const Facts> all, std::span<const int> host,
                          std::span<const double> shares, const NetworkFacts& networks = {});

}  // namespace evenkeel::service
