// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Naps that are cut short, and how long they may get.
#include "evenkeel/comm/doorbell.hpp"

#include <cstdint>

#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"

namespace evenkeel::comm {
namespace {

/// An event queue as a transport has one, with a message in it or none.
class Queue {
 public:
  Queue() {
    epoll_event event{.events = EPOLLIN, .data = {}};
    epoll_ctl(queue_, EPOLL_CTL_ADD, message_, &event);
  }
  ~Queue() {
    close(queue_);
    close(message_);
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
  void put() const { eventfd_write(message_, 1); }
  void take() const {
    eventfd_t count = 0;
    eventfd_read(message_, &count);
  }

 private:
  int queue_ = epoll_create1(0);
  int message_ = eventfd(0, 0);
};

class Doorbells : public testing::Test {
 protected:
  double seconds_of_nap(long nanoseconds) {
    const double start = wall_seconds();
    bell_.nap(nanoseconds);
    return wall_seconds() - start;
  }

  const Queue queue_;
  Doorbell bell_;
};

TEST_F(Doorbells, EndsANap) {
  EXPECT_GE(seconds_of_nap(1'000'000), 1e-3);
  queue_.put();

  EXPECT_LT(seconds_of_nap(2'000'000'000), 1.0);
}

TEST_F(Doorbells, NapsAreLongWhileBellsEndThem) {
  queue_.put();
  for (int wait = 0; wait < 100; ++wait) {
    bell_.nap(1000);
    bell_.learn();
  }
  queue_.take();

  EXPECT_GE(seconds_of_nap(1000), 0.02);
  bell_.learn();  // it came without a bell

  EXPECT_LT(seconds_of_nap(1000), 0.015);
}

TEST_F(Doorbells, BellsThatRingOnAreNotListenedTo) {
  queue_.put();
  for (int nap = 0; nap < 1000; ++nap) {
    bell_.nap(1000);
  }

  EXPECT_GE(seconds_of_nap(1'000'000), 1e-3);
  bell_.learn();

  EXPECT_LT(seconds_of_nap(2'000'000'000), 1.0);
}

}  // namespace
}  // namespace evenkeel::comm
