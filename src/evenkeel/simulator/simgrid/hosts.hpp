// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Our platform as SimGrid's. Only this folder and backends/s4u.cpp see SimGrid.
#pragma once

#include <vector>

#include "evenkeel/simulator/platform.hpp"

namespace simgrid::s4u {
class Host;
}

namespace evenkeel::simulator {

/// Hosts and ways of \p platform, in SimGrid's engine of this process, in the order of
/// platform.hosts. Ways of their own carry latencies, shared ones do not: what a message waits for
/// there is not the next one's concern. Ramps of availability become stairs of 10 ms.
///
/// \pre an Engine exists
std::vector<simgrid::s4u::Host*> simgrid_hosts(const Platform& platform);

}  // namespace evenkeel::simulator
