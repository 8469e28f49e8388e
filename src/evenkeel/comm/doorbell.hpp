// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Naps that end when a message comes. Internal to comm.
#pragma once

#include <vector>

#include <poll.h>

namespace evenkeel::comm {

/// What MPI itself would sleep on while it waits for sockets: the event queues (epoll) it has in
/// this process. One becomes readable when a message comes in over a socket, and rings. Nothing
/// rings for messages through shared memory or past the kernel, so naps are long only while bells
/// have been seen to end them. A bell that rings on and on, as a queue of others in this process
/// may, is not listened to until what is waited for has come. Not thread-safe.
class Doorbell {
 public:
  /// Finds the queues that are there: after MPI_Init. Without any, naps are plain ones.
  Doorbell();

  /// Sleeps for \p nanoseconds or, while bells can be relied on, longer, unless one rings.
  void nap(long nanoseconds);

  /// To be called when what was waited for has come after a nap.
  void learn();

 private:
  std::vector<pollfd> queues_;
  bool has_rung_ = false;  ///< in the last nap
  int rings_ = 0;          ///< in the present wait
  double patience_ = 0.0;  ///< [ns] bells can be relied on for so long
};

/// The one of this process.
Doorbell& doorbell();

}  // namespace evenkeel::comm
