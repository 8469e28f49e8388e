// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One poll over all who send.
#include "evenkeel/monitor/load_receiver.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/monitor/line.hpp"
#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {
namespace {

/// Takes in what has come on all connections but the first, which is the listener. Gives the bytes.
double swallow(std::vector<pollfd>& open) {
  static std::vector<char> buffer(std::size_t{1} << 16);
  double bytes = 0.0;
  for (std::size_t n = open.size() - 1; n > 0; --n) {
    const ssize_t got =
        open[n].revents == 0 ? -1 : recv(open[n].fd, buffer.data(), buffer.size(), 0);
    bytes += static_cast<double>(std::max<ssize_t>(got, 0));
    if (got == 0) {
      close(open[n].fd);
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(n));
    }
  }
  return bytes;
}

/// Adds one more connection, where one waits.
void accept_one(std::vector<pollfd>& open) {
  if (open.front().revents == 0) {
    return;
  }
  const int peer = accept4(open.front().fd, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (peer >= 0) {
    open.push_back({peer, POLLIN, 0});
  } else {
    nap(0.01);  // it would be asked again at once, where there are no descriptors left
  }
}

}  // namespace

double receive_load(std::uint16_t port, double length, const std::atomic<bool>& stop) {
  const double end = wall_seconds() + length;
  Endpoint own = parse_endpoint("0.0.0.0", port);
  own.text = fmt::format("port {}", port);
  std::vector<pollfd> open{{listen_at(own), POLLIN, 0}};
  double bytes = 0.0;
  constexpr int kTick = 100;  // [ms]
  while (!stop && wall_seconds() < end) {
    poll(open.data(), open.size(), kTick);
    bytes += swallow(open);
    accept_one(open);
  }
  for (const pollfd& each : open) {
    close(each.fd);
  }
  return bytes;
}

}  // namespace evenkeel::monitor
