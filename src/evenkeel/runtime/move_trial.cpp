// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A migration that leads nowhere.
#include "evenkeel/runtime/move_trial.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "evenkeel/comm/exchange.hpp"
#include "evenkeel/core/clock.hpp"

namespace evenkeel::runtime {
namespace {

constexpr int kTag = 1;

/// To the rank halfway round, from the one that has this one there. Ranks that follow each other
/// are often on one host.
std::vector<comm::Neighbour> partners(const comm::Communicator& communicator, std::size_t bytes) {
  const int ranks = communicator.size();
  const int to = (communicator.rank() + ranks / 2) % ranks;
  const int from = (communicator.rank() + ranks - ranks / 2) % ranks;
  if (to == from) {
    return {{.rank = to, .send_bytes = bytes, .receive_bytes = bytes}};
  }
  return {{.rank = to, .send_bytes = bytes}, {.rank = from, .receive_bytes = bytes}};
}

void move(const comm::Communicator& communicator, std::span<const std::byte> source) {
  comm::Exchange exchange(communicator, partners(communicator, source.size()), kTag);
  exchange.begin();
  std::ranges::copy(source, exchange.outgoing(0).begin());
  exchange.send(0);
  std::vector<std::byte> target;
  for (int from = exchange.next_arrival(); from >= 0; from = exchange.next_arrival()) {
    const auto came = exchange.incoming(static_cast<std::size_t>(from));
    target.assign(came.begin(), came.end());
  }
}

/// Of the slowest rank, had it no processor time in store. [s]
double time_of(const comm::Communicator& communicator, std::span<const std::byte> source,
               double processor) {
  communicator.barrier();
  const double wall = wall_seconds();
  const double busy = thread_cpu_seconds();
  move(communicator, source);
  const double mine = std::max(wall_seconds() - wall, (thread_cpu_seconds() - busy) / processor);
  return communicator.max(mine);
}

}  // namespace

double rate_of_moves(const std::function<double(std::size_t bytes)>& seconds_of) {
  constexpr std::size_t kLeast = std::size_t{1} << 16;  // [byte]
  constexpr std::size_t kMost = std::size_t{1} << 22;
  constexpr double kLongEnough = 5e-3;   // [s]
  constexpr double kProportional = 1.5;  // of the time that half as much takes
  constexpr int kRepeats = 2;
  std::size_t bytes = kLeast;
  double half = std::numeric_limits<double>::infinity();
  double seconds = seconds_of(bytes);
  while (bytes < kMost && (seconds < kLongEnough || seconds < kProportional * half)) {
    bytes *= 2;
    half = std::exchange(seconds, seconds_of(bytes));
  }
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    seconds = std::min(seconds, seconds_of(bytes));
  }
  return static_cast<double>(bytes) / seconds;
}

double try_moving(const comm::Communicator& communicator, double processor) {
  return rate_of_moves([&, source = std::vector<std::byte>()](std::size_t bytes) mutable {
    source.resize(bytes);
    return time_of(communicator, source, processor);
  });
}

}  // namespace evenkeel::runtime
