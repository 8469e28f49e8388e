// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Messages between neighbours on real ranks.
/// ranks: 1 2 3 4
#include "evenkeel/comm/exchange.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/comm/launch.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::comm {
namespace {

/// What \p from sends to \p to in \p step, in bytes; nothing from even to odd ranks.
std::size_t size_of(int from, int to) {
  return from % 2 == 0 && to % 2 == 1 ? 0 : static_cast<std::size_t>(100'000 * from + 7 * to + 1);
}

std::byte value_of(int from, int to, int step) {
  return static_cast<std::byte>(1 + from + 16 * to + 3 * step);
}

std::vector<Neighbour> everyone(const Communicator& world) {
  std::vector<Neighbour> neighbours;
  for (int rank = 0; rank < world.size(); ++rank) {
    neighbours.push_back({rank, size_of(world.rank(), rank), size_of(rank, world.rank())});
  }
  return neighbours;
}

/// One phase; the ranks whose messages arrived, each checked, ascending.
std::vector<int> run_step(const Communicator& world, Exchange& exchange, int step) {
  exchange.begin();
  for (std::size_t n = 0; n < exchange.neighbours().size(); ++n) {
    std::ranges::fill(exchange.outgoing(n),
                      value_of(world.rank(), exchange.neighbours()[n].rank, step));
    exchange.send(n);
  }
  std::vector<int> arrived;
  for (int n = exchange.next_arrival(); n >= 0; n = exchange.next_arrival()) {
    const int from = exchange.neighbours()[static_cast<std::size_t>(n)].rank;
    const std::span<const std::byte> message = exchange.incoming(static_cast<std::size_t>(n));
    EXPECT_EQ(message.size(), size_of(from, world.rank()));
    EXPECT_TRUE(std::ranges::all_of(
        message, [&](std::byte b) { return b == value_of(from, world.rank(), step); }));
    arrived.push_back(from);
  }
  std::ranges::sort(arrived);
  return arrived;
}

std::vector<int> senders_to(const Communicator& world) {
  std::vector<int> senders;
  for (int rank = 0; rank < world.size(); ++rank) {
    if (size_of(rank, world.rank()) > 0) {
      senders.push_back(rank);
    }
  }
  return senders;
}

TEST(Exchange, EveryMessageArrivesOnceInEveryStep) {
  const Communicator world(MPI_COMM_WORLD);
  Exchange exchange(world, everyone(world), 1);

  for (int step = 0; step < 20; ++step) {
    EXPECT_EQ(run_step(world, exchange, step), senders_to(world));
  }
}

TEST(Exchange, BuffersStartOnCacheLines) {
  const Communicator world(MPI_COMM_WORLD);
  Exchange exchange(world, everyone(world), 1);

  for (std::size_t n = 0; n < exchange.neighbours().size(); ++n) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(exchange.outgoing(n).data()) % 64, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(exchange.incoming(n).data()) % 64, 0U);
  }
}

TEST(Exchange, WorksAfterItWasMoved) {
  const Communicator world(MPI_COMM_WORLD);
  Exchange first(world, everyone(world), 1);
  Exchange second(std::move(first));
  Exchange third(world, {}, 2);
  third = std::move(second);

  EXPECT_EQ(run_step(world, third, 0), senders_to(world));
}

TEST(Exchange, CountsWhatItSends) {
  telemetry::PhaseClock clock;
  const Communicator world(MPI_COMM_WORLD, &clock);
  Exchange exchange(world, everyone(world), 1);

  run_step(world, exchange, 0);

  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  for (int to = 0; to < world.size(); ++to) {
    messages += size_of(world.rank(), to) > 0 ? 1 : 0;
    bytes += static_cast<std::int64_t>(size_of(world.rank(), to));
  }
  EXPECT_EQ(clock.counters().messages, messages);
  EXPECT_EQ(clock.counters().bytes_sent, bytes);
}

TEST(Exchange, SendsAPartOfAMessage) {
  telemetry::PhaseClock clock;
  const Communicator world(MPI_COMM_WORLD, &clock);
  Exchange exchange(world, everyone(world), 1);
  const auto part = [](int from, int to) { return (size_of(from, to) + 2) / 3; };

  for (int step = 0; step < 3; ++step) {
    std::int64_t bytes = clock.counters().bytes_sent;
    exchange.begin();
    for (std::size_t n = 0; n < exchange.neighbours().size(); ++n) {
      const int to = exchange.neighbours()[n].rank;
      std::ranges::fill(exchange.outgoing(n), value_of(world.rank(), to, step));
      exchange.send(n, part(world.rank(), to));
      bytes += static_cast<std::int64_t>(part(world.rank(), to));
    }
    std::ptrdiff_t arrived = 0;
    for (int n = exchange.next_arrival(); n >= 0; n = exchange.next_arrival(), ++arrived) {
      const int from = exchange.neighbours()[static_cast<std::size_t>(n)].rank;
      const auto message =
          exchange.incoming(static_cast<std::size_t>(n)).first(part(from, world.rank()));
      EXPECT_EQ(std::ranges::count(message, value_of(from, world.rank(), step)),
                std::ssize(message));
    }
    EXPECT_EQ(arrived, std::ssize(senders_to(world)));
    EXPECT_EQ(clock.counters().bytes_sent, bytes);
  }
}

TEST(NodePlace, RanksOfOneMachineShareANode) {
  const Communicator world(MPI_COMM_WORLD);

  const NodePlace place = node_place(world);

  EXPECT_EQ(place, (NodePlace{0, 1, world.rank(), world.size()}));
}

/// Nobody sends what the others receive: all would wait for ever.
TEST(Exchange, WhereAllRanksFailNoneWaitsForAnother) {
  const Communicator world(MPI_COMM_WORLD);
  const auto fail = [&] {
    Exchange exchange(world, everyone(world), 5);
    exchange.begin();
    throw InputError("all alike");
  };

  EXPECT_THROW(fail(), InputError);
}

}  // namespace
}  // namespace evenkeel::comm
