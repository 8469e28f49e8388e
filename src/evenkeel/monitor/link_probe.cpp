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

namespace {

/// How long \p bytes take until they are acknowledged [s].
double burst_seconds(const Endpoint& peer, double seconds, std::size_t bytes) {
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
  return wall_seconds() - start;
}

}  // namespace

double probe_bandwidth(const Endpoint& peer, double seconds, std::size_t bytes) {
  constexpr int kBursts = 3;
  const double start = wall_seconds();
  double least = burst_seconds(peer, seconds, bytes);
  for (int burst = 1; burst < kBursts; ++burst) {
    const double left = seconds - (wall_seconds() - start);
    if (left < 2.0 * least) {
      break;  // what is known stays known
    }
    try {
      least = std::min(least, burst_seconds(peer, left, bytes));
    } catch (const SystemError&) {
      break;
    }
  }
  return static_cast<double>(bytes) / least;
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
