// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A migration that leads nowhere.
#include "evenkeel/runtime/move_trial.hpp"

#include <algorithm>
#include <cstddef>
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
  constexpr double kAffordable = 80e-3;  // [s] of all
  constexpr double kTooLong = 0.5;       // [s] of all: what takes so long is no pause
  constexpr double kProportional = 1.5;  // of the time that half as much takes
  constexpr int kInARow = 2;
  constexpr int kFewestRepeats = 2;
  constexpr int kMostRepeats = 4;
  double spent = 0.0;
  const auto time = [&](std::size_t bytes) {
    const double seconds = seconds_of(bytes);
    spent += seconds;
    return seconds;
  };
  std::size_t bytes = kLeast;
  double seconds = time(bytes);
  for (int proportional = 0; bytes < kMost && proportional < kInARow && spent < kTooLong;) {
    bytes *= 2;
    const double half = std::exchange(seconds, time(bytes));
    const bool is_so = seconds >= kLongEnough && seconds >= kProportional * half;
    proportional = is_so ? proportional + 1 : 0;
  }
  for (int repeat = 0; repeat < kMostRepeats; ++repeat) {
    if (spent > (repeat < kFewestRepeats ? kTooLong : kAffordable)) {
      break;
    }
    seconds = std::min(seconds, time(bytes));
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
