// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Collectives on real ranks.
/// ranks: 1 2 3 4
#include "evenkeel/comm/communicator.hpp"

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::comm {
namespace {

template <class Failure>
std::string message_of(const Communicator& world, int failing, const char* text) {
  try {
    world.all_or_none([&] {
      if (world.rank() >= failing) {
        throw Failure(text);
      }
    });
  } catch (const Failure& error) {
    return error.what();
  }
  return "nothing of that type";
}

std::string expected(const Communicator& world, int rank, const std::string& text) {
  return world.size() > 1 ? "rank " + std::to_string(rank) + ": " + text : text;
}

TEST(AllOrNone, SuccessEverywhereIsSilent) {
  const Communicator world(MPI_COMM_WORLD);

  EXPECT_NO_THROW(world.all_or_none([] {}));
}

TEST(AllOrNone, EveryRankThrowsTheTypeAndMessageOfTheLowestFailingRank) {
  const Communicator world(MPI_COMM_WORLD);
  const int last = world.size() - 1;

  EXPECT_EQ(message_of<SystemError>(world, last, "no disk"), expected(world, last, "no disk"));
  EXPECT_EQ(message_of<InputError>(world, 0, "no key"), expected(world, 0, "no key"));
  EXPECT_EQ(message_of<InstabilityError>(world, last, "NaN"), expected(world, last, "NaN"));
}

TEST(AllOrNone, OtherExceptionsBecomeError) {
  const Communicator world(MPI_COMM_WORLD);

  EXPECT_THROW(world.all_or_none([] { throw std::bad_alloc(); }), Error);
  EXPECT_THROW(world.all_or_none([] { throw 7; }), Error);
}

TEST(Communicator, ReducesOverAllRanks) {
  const Communicator world(MPI_COMM_WORLD);
  const int n = world.size();
  const int me = world.rank();

  EXPECT_EQ(world.max(me + 0.5), n - 0.5);
  EXPECT_EQ(world.min(me - 0.5), -0.5);
  EXPECT_EQ(world.sum(std::int64_t{1} << 40), std::int64_t{n} << 40);
  const std::uint64_t almost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(world.sum_modular(almost), std::uint64_t{0} - static_cast<std::uint64_t>(n));
}

TEST(Communicator, ReducesElementwise) {
  const Communicator world(MPI_COMM_WORLD);
  std::vector<std::int64_t> sums{1, world.rank()};

  world.sum_in_place(sums);

  const int n = world.size();
  EXPECT_EQ(sums, (std::vector<std::int64_t>{n, n * (n - 1) / 2}));
}

TEST(Communicator, GathersOneValueOfEveryRank) {
  const Communicator world(MPI_COMM_WORLD);
  struct Pair {
    char letter;
    double number;
  };

  const auto all = world.gather_all(Pair{static_cast<char>('a' + world.rank()), 1.0});

  ASSERT_EQ(all.size(), static_cast<std::size_t>(world.size()));
  EXPECT_EQ(all.back().letter, static_cast<char>('a' + world.size() - 1));
}

TEST(Communicator, GathersListsOfDifferentLengthsInRankOrder) {
  const Communicator world(MPI_COMM_WORLD);
  const std::vector<int> mine(static_cast<std::size_t>(world.rank()), world.rank());

  std::vector<std::size_t> counts;
  const std::vector<int> all = world.gather_all(std::span<const int>(mine), &counts);

  std::vector<int> expected_values;
  std::vector<std::size_t> expected_counts;
  for (int rank = 0; rank < world.size(); ++rank) {
    expected_counts.push_back(static_cast<std::size_t>(rank));
    expected_values.insert(expected_values.end(), static_cast<std::size_t>(rank), rank);
  }
  EXPECT_EQ(all, expected_values);
  EXPECT_EQ(counts, expected_counts);
  EXPECT_EQ(world.gather_few(std::span<const int>(mine), all.size()), expected_values);
  EXPECT_EQ(world.gather_few(std::span<const int>(mine), all.size() - 1).has_value(), all.empty());
}

TEST(Communicator, BroadcastsValuesAndTheirNumber) {
  const Communicator world(MPI_COMM_WORLD);
  const int root = world.size() - 1;
  std::vector<int> values(static_cast<std::size_t>(world.rank()), -1);
  if (world.rank() == root) {
    values.assign(100'000, 0);
    std::iota(values.begin(), values.end(), 0);
  }

  world.broadcast(values, root);

  ASSERT_EQ(values.size(), 100'000U);
  EXPECT_EQ(values[99'999], 99'999);
}

TEST(Communicator, SplitsByColourInOrderOfKeys) {
  const Communicator world(MPI_COMM_WORLD);
  const int colour = world.rank() % 2;

  const Communicator part = world.split(colour, -world.rank());

  EXPECT_EQ(part.size(), (world.size() + 1 - colour) / 2);
  EXPECT_EQ(part.gather_all(world.rank()).front(),
            world.size() - 1 - (world.size() - 1 - colour) % 2);
}

TEST(Communicator, WaitsForAnyRequestAndSaysWhenNoneIsLeft) {
  const Communicator world(MPI_COMM_WORLD);
  std::vector<MPI_Request> requests(2, MPI_REQUEST_NULL);
  int sent = 5;
  int received = 0;
  MPI_Irecv(&received, 1, MPI_INT, world.rank(), 3, world.handle(), &requests[1]);
  MPI_Request send = MPI_REQUEST_NULL;
  MPI_Isend(&sent, 1, MPI_INT, world.rank(), 3, world.handle(), &send);

  EXPECT_EQ(world.wait_any(requests), 1);
  EXPECT_EQ(world.wait_any(requests), -1);

  EXPECT_EQ(received, 5);
  world.wait_all(std::span(&send, 1));
}

TEST(Communicator, WaitsNoLongerThanItsPatience) {
  const Communicator world(MPI_COMM_WORLD);
  MPI_Request request = MPI_REQUEST_NULL;
  const int sent = 5;
  int received = 0;
  MPI_Irecv(&received, 1, MPI_INT, world.rank(), 3, world.handle(), &request);

  EXPECT_EQ(world.wait_any_within({&request, 1}, 0.0), std::nullopt);
  EXPECT_EQ(world.wait_any_within({&request, 1}, 1e-3), std::nullopt);
  MPI_Send(&sent, 1, MPI_INT, world.rank(), 3, world.handle());
  EXPECT_EQ(world.wait_any_within({&request, 1}, 1e9), 0);
  EXPECT_EQ(world.wait_any_within({&request, 1}, 0.0), -1);
  EXPECT_EQ(received, 5);
}

TEST(Communicator, FailedCallsOfMpiAreSystemErrors) {
  const Communicator world(MPI_COMM_WORLD);
  std::vector<int> values{1};

  EXPECT_THROW(world.broadcast(values, world.size() + 5), SystemError);
}

}  // namespace
}  // namespace evenkeel::comm
