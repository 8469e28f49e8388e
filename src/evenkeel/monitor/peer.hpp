// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Asking other programs over the network, with an end to patience and to size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <netinet/in.h>
#include <sys/socket.h>

namespace evenkeel::monitor {

/// Address and port of a peer, looked up once.
struct Endpoint {
  sockaddr_storage address{};
  socklen_t length = 0;
  std::string text;  ///< as it was given, for messages
};

/// "127.0.0.1:161", "[::1]:161", "host:161"; without a port \p default_port.
///
/// \throws InputError if it is no address, the port is none, or nobody knows the host
Endpoint parse_endpoint(std::string_view text, std::uint16_t default_port);

/// Who that is to this machine: its name as in Endpoint::text, or "" where the address is one of
/// this machine's own.
std::string other_host(const Endpoint& peer);

/// How long and how much one is ready to listen.
struct Patience {
  double seconds = 0.5;
  std::size_t bytes = std::size_t{4} << 20;
};

/// Sends one datagram and gives the first that comes back.
///
/// \throws SystemError naming the peer if nothing comes in time
std::string ask_by_datagram(const Endpoint& peer, std::string_view request,
                            const Patience& patience);

/// Connects, sends \p request, and gives all that comes until the peer closes.
///
/// \throws SystemError naming the peer if it cannot be reached, is too slow or says too much
std::string ask_by_stream(const Endpoint& peer, std::string_view request, const Patience& patience);

/// The body that an HTTP server gives for \p path ("/metrics").
///
/// \throws SystemError as ask_by_stream does, or if the answer is no whole HTTP or not 200
std::string fetch(const Endpoint& peer, std::string_view path, const Patience& patience);

/// The body of an HTTP answer. \param peer  for messages
///
/// \throws SystemError if \p answer is no whole HTTP answer or its status is not 200
std::string http_body(std::string_view answer, const std::string& peer);

}  // namespace evenkeel::monitor
