// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Calls of the system, again and again until the deadline.
#include "evenkeel/monitor/line.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/descriptor.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

const sockaddr* address_of(const Endpoint& end) {
  return reinterpret_cast<const sockaddr*>(&end.address);
}

}  // namespace

Line::Line(const Endpoint& peer, int type, double seconds)
    : peer_(peer),
      deadline_(wall_seconds() + seconds),
      socket_(::socket(peer.address.ss_family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  if (socket_ < 0) {
    fail("make a socket for", errno);
  }
  const int yes = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);  // nothing to datagrams
  try {
    connect_in_time();
  } catch (...) {
    close(socket_);
    throw;
  }
}

Line::~Line() {
  close(socket_);
}

void Line::send_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      fail("send to", errno);
    } else if (sent < 0) {
      await(POLLOUT);
    } else {
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
}

std::size_t Line::receive(char* buffer, std::size_t size) {
  while (true) {
    const ssize_t got = recv(socket_, buffer, size, 0);
    if (got >= 0) {
      return static_cast<std::size_t>(got);
    }
    if (errno != EAGAIN && errno != EINTR) {
      fail("hear", errno);
    }
    await(POLLIN);
  }
}

void Line::receive_byte() {
  char byte = 0;
  if (receive(&byte, 1) == 0) {
    fail("hear", ECONNRESET);
  }
}

void Line::connect_in_time() {
  if (connect(socket_, address_of(peer_), peer_.length) == 0) {
    return;
  }
  if (errno != EINPROGRESS) {
    fail("reach", errno);
  }
  await(POLLOUT);
  int error = 0;
  socklen_t length = sizeof error;
  getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &length);
  if (error != 0) {
    fail("reach", error);
  }
}

void Line::await(short events) const {
  const double left = deadline_ - wall_seconds();
  pollfd wanted{socket_, events, 0};
  if (left <= 0.0 || poll(&wanted, 1, static_cast<int>(std::ceil(1e3 * left))) == 0) {
    fail("hear", ETIMEDOUT);
  }
}

void Line::fail(const char* action, int reason) const {
  throw SystemError(
      fmt::format("cannot {} {}: {}", action, peer_.text, std::generic_category().message(reason)));
}

namespace {

/// Listeners that wait for whoever listens at their endpoints.
struct OpenDoors {
  std::mutex mutex;
  std::map<std::string, Descriptor> listeners;
};

OpenDoors& open_doors() {
  static OpenDoors doors;
  return doors;
}

Descriptor new_listener(const Endpoint& own) {
  Descriptor listener(socket(own.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  const int number = listener.number();
  if (!listener.is_open() || setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(number, address_of(own), own.length) != 0 || listen(number, 64) != 0) {
    throw system_error("listen at", own.text, errno);
  }
  return listener;
}

}  // namespace

std::string open_endpoint(const NetworkAddress& own) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(own.address);
  Endpoint any_port;
  std::memcpy(&any_port.address, &name, sizeof name);
  any_port.length = sizeof name;
  try {
    Descriptor listener = new_listener(any_port);
    socklen_t length = sizeof name;
    if (getsockname(listener.number(), reinterpret_cast<sockaddr*>(&name), &length) != 0) {
      return "";
    }
    const std::string text = fmt::format("{}:{}", text_of(own), ntohs(name.sin_port));
    const std::lock_guard lock(open_doors().mutex);
    open_doors().listeners.insert_or_assign(text, std::move(listener));
    return text;
  } catch (const Error&) {
    return "";
  }
}

int listen_at(const Endpoint& own) {
  const std::lock_guard lock(open_doors().mutex);
  auto waiting = open_doors().listeners.extract(own.text);
  return (waiting ? std::move(waiting.mapped()) : new_listener(own)).release();
}

}  // namespace evenkeel::monitor
