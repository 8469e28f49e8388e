// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The end of a link that answers probes, over TCP.
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
#include <string>
#include <thread>

#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {

inline constexpr std::size_t kLinkPiece = 16384;  ///< of bulk, sent or heard at once [byte]

/// The bytes of a request.
std::string link_request(char kind, std::uint64_t number);

/// Answers the probes of others in a thread of its own, which sleeps when there are none: an answer
/// that waited for the monitor would be measured as a slow link. Serves 64 peers at a time; one
/// that says nothing for a second is dropped.
class LinkResponder {
 public:
  using TakeToken = std::function<void(std::uint64_t)>;

  /// \param take_token  called in the thread with the number of every token that comes
  /// \throws SystemError if \p own cannot be listened at
  LinkResponder(const Endpoint& own, TakeToken take_token);
  ~LinkResponder();
  LinkResponder(const LinkResponder&) = delete;
  LinkResponder& operator=(const LinkResponder&) = delete;

 private:
  void serve();

  int listener_;
  TakeToken take_token_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace evenkeel::monitor
