// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The end of a link that probes, where a LinkResponder is at the other.
#pragma once

#include <cstddef>
#include <cstdint>

#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {

/// Half the least of several round trips of one byte [s].
///
/// \throws SystemError naming the peer if all is not answered in so many \p seconds
double probe_latency(const Endpoint& peer, double seconds);

/// \p bytes in writes of 16 KiB over the time until they are acknowledged [byte/s]: the best of
/// three bursts, fewer where they take long. A pause of either end's processor is not the link's.
///                                                                   (NWS, bandwidthTcp)
/// \throws SystemError as probe_latency does
double probe_bandwidth(const Endpoint& peer, double seconds, std::size_t bytes);

/// Whether \p peer has taken the token.
bool pass_token(const Endpoint& peer, std::uint64_t number, double seconds);

}  // namespace evenkeel::monitor
