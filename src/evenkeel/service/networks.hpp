// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The networks between the hosts of a run and the root of the machine.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/machine/tree.hpp"

namespace evenkeel::service {

/// Numbers (`nodenum`) of the networks above the host called \p host_name, nearest first, the root
/// left out. Empty where \p machine does not name it.
std::vector<int> networks_above(const machine::Tree& machine, std::string_view host_name);

/// The same for every rank, by what its own \p machine says. Shape [ranks]. Collective.
std::vector<std::vector<int>> networks_of_ranks(const comm::Communicator& communicator,
                                                const std::optional<machine::Tree>& machine,
                                                std::string_view host_name);

}  // namespace evenkeel::service
