// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sockets that never block: every wait is a poll with what is left of the patience.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "evenkeel/monitor/network_address.hpp"
#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {

/// A socket towards one peer, with a deadline for all that is said. Small messages go at once.
class Line {
 public:
  /// \param peer  outlives the line
  /// \param type  SOCK_STREAM or SOCK_DGRAM
  /// \throws SystemError naming the peer, as all members do, if it is not there in time
  Line(const Endpoint& peer, int type, double seconds);
  ~Line();
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  void send_all(std::string_view text);

  /// How many bytes came into \p buffer; 0 at the end of a stream.
  std::size_t receive(char* buffer, std::size_t size);

  /// Waits for one byte. The end of the stream is an error.
  void receive_byte();

  int socket() const { return socket_; }

 private:
  void connect_in_time();
  void await(short events) const;
  [[noreturn]] void fail(const char* action, int reason) const;

  const Endpoint& peer_;
  double deadline_;
  int socket_;
};

/// "10.0.0.1:7001": a port that others may connect to from now on; "" where there is none. It is
/// kept for who calls listen_at() there.
std::string open_endpoint(const NetworkAddress& own);

/// A socket that others may connect to at \p own, and whose accept does not wait.
///
/// \throws SystemError naming \p own if it cannot be had
int listen_at(const Endpoint& own);

}  // namespace evenkeel::monitor
