// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The networks between the hosts of a run and the root of the machine, and who asks them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/machine/tree.hpp"
#include "evenkeel/service/facts.hpp"

namespace evenkeel::service {

/// Numbers (`nodenum`) of the networks above the host called \p host_name, nearest first, the root
/// left out. Empty where \p machine does not name it.
std::vector<int> networks_above(const machine::Tree& machine, std::string_view host_name);

/// The same for every rank, by what its own \p machine says. Shape [ranks]. Collective.
std::vector<std::vector<int>> networks_of_ranks(const comm::Communicator& communicator,
                                                const std::optional<machine::Tree>& machine,
                                                std::string_view host_name);

/// Addresses of the networks that the host called \p host_name asks for all hosts of the run.
/// Collective. \see machine::representatives
std::vector<std::string> represented_networks(const comm::Communicator& communicator,
                                              const std::optional<machine::Tree>& machine,
                                              std::string_view host_name);

/// Whether \p word names a sensor of networks without an address: "snmp,community=lab".
bool is_unaimed_network(std::string_view word);

/// Aims such sensors: "snmp" becomes "snmp=10.0.1.1" and "snmp=10.0.2.1" for two \p networks, and
/// is left out for none. Others stay as they are.
std::vector<std::string> aim_at_networks(std::span<const std::string> networks,
                                         const std::vector<std::string>& sensors);

/// Makes what each rank was \p told known to all, a network once. Collective.
void share_traffic(const comm::Communicator& communicator, std::span<const NetworkTraffic> told,
                   NetworkFacts& networks);

}  // namespace evenkeel::service
