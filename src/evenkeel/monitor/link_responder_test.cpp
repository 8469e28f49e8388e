// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Probes between two ends on the loopback.
#include "evenkeel/monitor/link_responder.hpp"

#include <array>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/line.hpp"
#include "evenkeel/monitor/link_probe.hpp"

namespace evenkeel::monitor {
namespace {

class Link : public testing::Test {
 protected:
  std::vector<std::uint64_t> tokens_;
  Endpoint end_ = parse_endpoint(open_endpoint({.address = 0x7f000001}), 0);
  LinkResponder responder_{end_, [this](std::uint64_t number) { tokens_.push_back(number); }};
};

TEST_F(Link, IsProbedAndTakesTokens) {
  EXPECT_GT(probe_latency(end_, 10.0), 0.0);
  EXPECT_GT(probe_bandwidth(end_, 10.0, 100'000), 0.0);
  EXPECT_TRUE(pass_token(end_, 0x0102030405060708, 10.0));
  EXPECT_EQ(tokens_, std::vector<std::uint64_t>{0x0102030405060708});
}

/// Answers after 400 ms, and whoever comes next at once.
void answer_haltingly(int listener, int callers) {
  for (int caller = 0; caller < callers; ++caller) {
    pollfd open{listener, POLLIN, 0};
    poll(&open, 1, -1);
    const int peer = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    std::array<char, 4096> heard;
    for (std::size_t left = 13 + 1000; left > 0;) {
      left -= static_cast<std::size_t>(recv(peer, heard.data(), heard.size(), 0));
    }
    nap(caller == 0 ? 0.4 : 0.0);
    send(peer, "b", 1, 0);
    close(peer);
  }
}

TEST(LinkProbe, TakesAPauseOfAnEndForNothingOfTheLink) {
  const Endpoint end = parse_endpoint(open_endpoint({.address = 0x7f000001}), 0);
  const int listener = listen_at(end);
  std::thread halting(answer_haltingly, listener, 3);

  EXPECT_GT(probe_bandwidth(end, 10.0, 1000), 2.0 * 1000 / 0.4);
  halting.join();
  close(listener);
}

TEST_F(Link, ThatIsSlowMayTakeLongerThanASecond) {
  Line slow(end_, SOCK_STREAM, 10.0);
  slow.send_all(link_request('B', 4));
  for (int byte = 0; byte < 4; ++byte) {
    nap(0.4);
    slow.send_all("x");
  }
  EXPECT_NO_THROW(slow.receive_byte());
}

TEST_F(Link, IsNotHeldUpBySilentPeersWhichAreDropped) {
  const double start = wall_seconds();
  Line silent(end_, SOCK_STREAM, 10.0);
  Line half(end_, SOCK_STREAM, 10.0);
  half.send_all("EKL1");

  EXPECT_NO_THROW(probe_latency(end_, 0.8));
  char byte = 0;
  EXPECT_EQ(silent.receive(&byte, 1), 0U);
  EXPECT_EQ(half.receive(&byte, 1), 0U);
  EXPECT_GT(wall_seconds() - start, 1.0);
}

TEST_F(Link, ThatIsToldNonsenseIsClosed) {
  for (const std::string& request : {std::string("GET / HTTP/1.0\r\n\r\n"), link_request('?', 0),
                                     link_request('B', 1ULL << 40)}) {
    Line line(end_, SOCK_STREAM, 10.0);
    line.send_all(request);
    EXPECT_THROW(line.receive_byte(), SystemError);
  }
}

/// No descriptor can be had until it is gone.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{3, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST_F(Link, WithoutDescriptorsWaitsForSomeAndDoesNotSpin) {
  const int caller = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  {
    const NoDescriptors none;
    ASSERT_EQ(connect(caller, reinterpret_cast<const sockaddr*>(&end_.address), end_.length), 0);
    const double start = process_cpu_seconds();
    nap(0.5);
    EXPECT_LT(process_cpu_seconds() - start, 0.1);
  }
  const std::string request = link_request('T', 7);
  send(caller, request.data(), request.size(), 0);
  char answer = 0;
  EXPECT_EQ(recv(caller, &answer, 1, 0), 1);
  close(caller);
  EXPECT_TRUE(pass_token(end_, 8, 10.0));
  EXPECT_EQ(tokens_, (std::vector<std::uint64_t>{7, 8}));
}

}  // namespace
}  // namespace evenkeel::monitor
