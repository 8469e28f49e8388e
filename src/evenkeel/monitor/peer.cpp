// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Addresses, datagrams, streams, and HTTP as far as it is needed.
#include "evenkeel/monitor/peer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <netdb.h>
#include <unistd.h>

#include "evenkeel/core/descriptor.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/line.hpp"
#include "evenkeel/monitor/scan.hpp"

namespace evenkeel::monitor {
namespace {

/// Host and port of "host:port", "[host]:port", "host".
std::pair<std::string, std::string> parts_of(std::string_view text, std::uint16_t default_port) {
  std::string host(text);
  std::string port = std::to_string(default_port);
  const std::size_t colon = text.rfind(':');
  const bool is_bare_v6 = text.find(':') != colon && !text.starts_with('[');
  const std::size_t bracket = text.rfind(']');
  if (colon != text.npos && !is_bare_v6 && (bracket == text.npos || bracket < colon)) {
    host = text.substr(0, colon);
    port = text.substr(colon + 1);
  }
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  }
  return {host, port};
}

}  // namespace

Endpoint parse_endpoint(std::string_view text, std::uint16_t default_port) {
  const auto [host, port] = parts_of(text, default_port);
  const std::optional<double> number = to_number(port);
  if (host.empty() || !number || *number < 1 || *number > 65535 || *number != std::floor(*number)) {
    throw InputError(fmt::format("'{}' is no address; expected one like '10.0.0.1:{}'", text,
                                 default_port > 0 ? default_port : 7001));
  }
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (error != 0) {
    throw InputError(fmt::format("nobody knows the host of '{}': {}", text, gai_strerror(error)));
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(found, freeaddrinfo);
  Endpoint peer;
  std::memcpy(&peer.address, found->ai_addr, found->ai_addrlen);
  peer.length = found->ai_addrlen;
  peer.text = text;
  return peer;
}

std::string other_host(const Endpoint& peer) {
  sockaddr_storage any_port = peer.address;
  auto* const address = reinterpret_cast<sockaddr*>(&any_port);
  // The port is at the same place in both families.
  reinterpret_cast<sockaddr_in*>(address)->sin_port = 0;
  const Descriptor probe(socket(address->sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  // Nobody has another's address.
  const bool is_own = bind(probe.number(), address, peer.length) == 0;
  return is_own ? std::string() : peer.text;
}

std::string ask_by_datagram(const Endpoint& peer, std::string_view request,
                            const Patience& patience) {
  Line line(peer, SOCK_DGRAM, patience.seconds);
  line.send_all(request);
  constexpr std::size_t kLargest = 65536;
  std::string answer(std::min(kLargest, patience.bytes), '\0');
  answer.resize(line.receive(answer.data(), answer.size()));
  return answer;
}

std::string ask_by_stream(const Endpoint& peer, std::string_view request,
                          const Patience& patience) {
  constexpr std::size_t kPiece = 16384;
  Line line(peer, SOCK_STREAM, patience.seconds);
  line.send_all(request);
  std::string answer;
  while (true) {
    const std::size_t before = answer.size();
    answer.resize(before + kPiece);
    const std::size_t got = line.receive(answer.data() + before, kPiece);
    answer.resize(before + got);
    if (got == 0) {
      return answer;
    }
    if (answer.size() > patience.bytes) {
      throw SystemError(fmt::format("{} says more than {} bytes", peer.text, patience.bytes));
    }
  }
}

std::string fetch(const Endpoint& peer, std::string_view path, const Patience& patience) {
  // Version 1.0: the answer comes whole, not in chunks, and ends with the connection.
  const std::string request = fmt::format(
      "GET {} HTTP/1.0\r\nHost: {}\r\nAccept-Encoding: identity\r\n\r\n", path, peer.text);
  return http_body(ask_by_stream(peer, request, patience), peer.text);
}

std::string http_body(std::string_view answer, const std::string& peer) {
  const std::size_t end = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/") || end == answer.npos) {
    throw SystemError(peer + " does not speak HTTP");
  }
  std::string_view head = answer.substr(0, end);
  const std::string_view body = answer.substr(end + 4);
  std::string_view status = take_line(head);
  take_word(status);
  if (take_word(status) != "200") {
    throw SystemError(fmt::format("{} answers '{}'", peer, answer.substr(0, answer.find('\r'))));
  }
  while (!head.empty()) {
    std::string_view line = take_line(head);
    std::string name(line.substr(0, line.find(':')));
    std::ranges::transform(name, name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    if (name == "content-length") {
      take_word(line, ':');
      const std::optional<double> length = to_number(take_word(line, ':'));
      if (!length || *length != static_cast<double>(body.size())) {
        throw SystemError(fmt::format("{} broke off after {} bytes", peer, body.size()));
      }
    }
  }
  return std::string(body);
}

}  // namespace evenkeel::monitor
