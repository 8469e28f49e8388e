// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Round trips, bursts and tokens.
#include "evenkeel/monitor/link_probe.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/line.hpp"
#include "evenkeel/monitor/link_responder.hpp"

namespace evenkeel::monitor {

double probe_latency(const Endpoint& peer, double seconds) {
  constexpr int kTrips = 5;
  Line line(peer, SOCK_STREAM, seconds);
  line.send_all(link_request('P', 0));
  double least = std::numeric_limits<double>::infinity();
  for (int trip = 0; trip < kTrips; ++trip) {
    const double start = wall_seconds();
    line.send_all("p");
    line.receive_byte();
    least = std::min(least, wall_seconds() - start);
  }
  return 0.5 * least;
}

double probe_bandwidth(const Endpoint& peer, double seconds, std::size_t bytes) {
  Line line(peer, SOCK_STREAM, seconds);
  const int buffer = 32768;
  setsockopt(line.socket(), SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
  const std::string piece(kLinkPiece, '\0');
  const double start = wall_seconds();
  line.send_all(link_request('B', bytes));
  for (std::size_t left = bytes; left > 0; left -= std::min(left, kLinkPiece)) {
    line.send_all(std::string_view(piece).substr(0, left));
  }
  line.receive_byte();
  return static_cast<double>(bytes) / (wall_seconds() - start);
}

bool pass_token(const Endpoint& peer, std::uint64_t number, double seconds) try {
  Line line(peer, SOCK_STREAM, seconds);
  line.send_all(link_request('T', number));
  line.receive_byte();
  return true;
} catch (const SystemError&) {
  return false;
}

}  // namespace evenkeel::monitor
