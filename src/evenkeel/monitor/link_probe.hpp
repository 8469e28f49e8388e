// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Active probes of the links between the members of a clique, over TCP.
///
///     request   "EKL1", kind, number (8 bytes, big-endian)
///       kind P  ping: every byte that follows comes back, until the peer closes
///       kind B  bulk: `number` bytes follow; one byte comes back when all are there
///       kind T  token `number`; one byte comes back when it is taken
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "evenkeel/monitor/clique.hpp"
#include "evenkeel/monitor/patience_params.hpp"
#include "evenkeel/monitor/peer.hpp"
#include "evenkeel/monitor/sensor.hpp"

namespace evenkeel::monitor {

/// Answers the probes of others in a thread of its own, which sleeps when there are none: an answer
/// that waited for the monitor would be measured as a slow link. Serves 64 peers at a time; one
/// that says nothing for a second is dropped.
class LinkResponder {
 public:
  /// \param take_token  called in the thread with the number of every token that comes
  /// \throws SystemError if \p own cannot be listened at
  LinkResponder(const Endpoint& own, std::function<void(std::uint64_t)> take_token);
  ~LinkResponder();
  LinkResponder(const LinkResponder&) = delete;
  LinkResponder& operator=(const LinkResponder&) = delete;

 private:
  void serve();

  int listener_;
  std::function<void(std::uint64_t)> take_token_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

/// Half the least of several round trips of one byte [s].
double probe_latency(const Endpoint& peer, double seconds);

/// \p bytes in writes of 16 KiB over the time until they are acknowledged [byte/s].
///                                                                   (NWS, bandwidthTcp)
double probe_bandwidth(const Endpoint& peer, double seconds, std::size_t bytes);

/// Whether \p peer has taken the token.
bool pass_token(const Endpoint& peer, std::uint64_t number, double seconds);

/// A sensor that measures \p quantity by \p probe from this member of a clique to all others, when
/// the token is here. Target::address is where this member listens, names are the others.
using LinkProbe = std::function<double(const Endpoint& peer, double seconds)>;
std::unique_ptr<Sensor> make_link_sensor(const Params& params, std::string quantity,
                                         std::string unit, LinkProbe probe);

inline constexpr ParamSpec kTokenPatience = {.name = "patience",
                                             .unit = "s",
                                             .fallback = 30.0,
                                             .min = 0.01,
                                             .max = 1e6,
                                             .help = "a token not seen for so long is lost"};

}  // namespace evenkeel::monitor
