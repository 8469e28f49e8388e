// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sensors of links find their peers: the hosts of the run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/comm/launch.hpp"
#include "evenkeel/machine/tree.hpp"
#include "evenkeel/monitor/network_address.hpp"

namespace evenkeel::service {

inline constexpr int kNoClique = -1;

/// The clique in which this rank probes links for its host: the host's siblings in the description
/// of the machine, or all hosts where there is none. kNoClique for all but the first rank of a
/// host, and for hosts without siblings.
int clique_of(const comm::NodePlace& place, const std::optional<machine::Tree>& machine,
              std::string_view host_name);

/// Whether \p word names a sensor of links without an address: "link_latency,timeout=0.5".
bool is_unaimed_link(std::string_view word);

/// Aims such sensors: "link_bandwidth" becomes
/// "link_bandwidth=10.0.0.1:7001,name=10.0.0.2:7002" of this host and its peers. Each host takes
/// the first of its addresses that is in a network of all peers, or else its first one. What is
/// aimed already, and other sensors, stay as they are; links without a peer are left out. All
/// sensors of links of a host have one address, so that they probe in turns.
///
/// Collective.
///
/// \param own      addresses of this host
/// \param sensors  the same on every rank
std::vector<std::string> aim_links(const comm::Communicator& communicator, int clique,
                                   std::span<const monitor::NetworkAddress> own,
                                   std::vector<std::string> sensors);

}  // namespace evenkeel::service
