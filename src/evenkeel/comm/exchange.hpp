// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One aggregated message per neighbour, with buffers that are kept from step to step.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/comm/communicator.hpp"

namespace evenkeel::comm {

/// What one rank sends to and receives from another in one phase.
struct Neighbour {
  int rank = 0;
  std::size_t send_bytes = 0;     ///< 0: nothing is sent
  std::size_t receive_bytes = 0;  ///< 0: nothing is received
};

/// The messages of one phase: made once per regrid, run once per phase.
///
///     exchange.begin();
///     for (n : neighbours) { pack(exchange.outgoing(n)); exchange.send(n); }
///     ... local work ...
///     while ((n = exchange.next_arrival()) >= 0) unpack(exchange.incoming(n));
///
/// Both ends must give matching sizes: those of the largest messages. Not thread-safe. No
/// allocation after construction.
class Exchange {
 public:
  /// Not collective. \p communicator outlives this object; messages and bytes are added to the
  /// counters of its clock if it has one. \p tag tells phases apart that may be
  /// in flight together.
  Exchange(const Communicator& communicator, std::vector<Neighbour> neighbours, int tag);
  /// Waits for what is under way. Not where an exception takes this object away: another rank may
  /// have failed, too, and would be waited for in vain.
  ~Exchange();
  Exchange(Exchange&&) noexcept;
  Exchange& operator=(Exchange&&) noexcept;

  std::span<const Neighbour> neighbours() const { return neighbours_; }
  std::span<std::byte> outgoing(std::size_t neighbour);              ///< 64-byte aligned
  std::span<const std::byte> incoming(std::size_t neighbour) const;  ///< 64-byte aligned

  /// Waits politely until the sends of the last phase are done, so that buffers may be packed
  /// again, and posts the receives of this one.
  void begin();
  /// Sends all of outgoing(neighbour), or its first \p bytes: some, where the other end receives
  /// any. Does nothing where send_bytes is 0.
  void send(std::size_t neighbour) { send(neighbour, neighbours_[neighbour].send_bytes); }
  void send(std::size_t neighbour, std::size_t bytes);

  /// Position of a neighbour whose message has come, each once; waits politely. -1 after the last.
  int next_arrival();

  /// The same within about \p patience: nothing where messages are under way for longer. [s]
  std::optional<int> arrival_within(double patience);

 private:
  const Communicator* communicator_;
  std::vector<Neighbour> neighbours_;
  std::vector<std::size_t> send_offset_;
  std::vector<std::size_t> receive_offset_;
  std::unique_ptr<std::byte[]> send_storage_;
  std::unique_ptr<std::byte[]> receive_storage_;
  std::vector<MPI_Request> sends_;
  std::vector<MPI_Request> receives_;
  int tag_;
  int exceptions_;  ///< under way when this was made
};

}  // namespace evenkeel::comm
