// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One poll over all peers; none is waited for.
#include "evenkeel/monitor/link_responder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <list>
#include <string_view>
#include <vector>

#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/monitor/line.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::string_view kMagic = "EKL1";
constexpr std::size_t kRequestBytes = 13;
constexpr std::uint64_t kMostBulk = std::uint64_t{1} << 26;
constexpr std::size_t kMostCallers = 64;
constexpr double kMostSilence = 1.0;  // [s]
constexpr int kTick = 100;            // [ms]

/// A peer that is being answered.
class Caller {
 public:
  explicit Caller(int socket) : socket_(socket) {
    const int yes = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  ~Caller() { close(socket_); }
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;

  int socket() const { return socket_; }
  bool is_silent() const { return wall_seconds() - heard_ > kMostSilence; }

  /// Takes what has come. Whether more is to come.
  bool hear(const LinkResponder::TakeToken& take_token) {
    std::array<char, kLinkPiece> buffer;
    const bool is_asking = request_.size() < kRequestBytes;
    const std::size_t room = is_asking ? kRequestBytes - request_.size() : buffer.size();
    const ssize_t got = recv(socket_, buffer.data(), room, MSG_DONTWAIT);
    if (got <= 0) {
      return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    heard_ = wall_seconds();
    const std::string_view text(buffer.data(), static_cast<std::size_t>(got));
    return is_asking ? ask(text, take_token) : go_on(text);
  }

 private:
  bool ask(std::string_view text, const LinkResponder::TakeToken& take_token) {
    request_ += text;
    if (request_.size() < kRequestBytes) {
      return true;
    }
    for (const char byte : request_.substr(kMagic.size() + 1)) {
      number_ = number_ << 8 | static_cast<std::uint8_t>(byte);
    }
    if (!request_.starts_with(kMagic)) {
      return false;
    }
    if (kind() == 'T') {
      take_token(number_);
      say("t");
    }
    return kind() == 'P' || (kind() == 'B' && number_ <= kMostBulk && go_on(""));
  }

  bool go_on(std::string_view text) {
    if (kind() == 'P') {
      return say(text);
    }
    number_ -= std::min<std::uint64_t>(number_, text.size());
    if (number_ == 0) {
      say("b");
    }
    return number_ > 0;
  }

  /// False if the peer is gone or does not listen.
  bool say(std::string_view text) const {
    return send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT) ==
           static_cast<ssize_t>(text.size());
  }

  char kind() const { return request_[kMagic.size()]; }

  int socket_;
  double heard_ = wall_seconds();
  std::string request_;       ///< as far as it has come
  std::uint64_t number_ = 0;  ///< of the request; of bulk: bytes to come
};

/// What to wait for: callers, after the listener where there is room for more.
std::vector<pollfd> polled(int listener, const std::list<Caller>& callers) {
  std::vector<pollfd> open{{callers.size() < kMostCallers ? listener : -1, POLLIN, 0}};
  for (const Caller& caller : callers) {
    open.push_back({caller.socket(), POLLIN, 0});
  }
  return open;
}

/// False if it will not do to try again at once: there may be no descriptors left.
bool accept_one(int listener, std::list<Caller>& callers) {
  const int peer = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  try {
    if (peer >= 0) {
      callers.emplace_back(peer);
    }
  } catch (...) {
    close(peer);
    throw;
  }
  return peer >= 0 || errno == EAGAIN || errno == EINTR || errno == ECONNABORTED;
}

}  // namespace

std::string link_request(char kind, std::uint64_t number) {
  std::string text(kMagic);
  text.push_back(kind);
  for (int shift = 56; shift >= 0; shift -= 8) {
    text.push_back(static_cast<char>(number >> shift));
  }
  return text;
}

LinkResponder::LinkResponder(const Endpoint& own, TakeToken take_token)
    : listener_(listen_at(own)), take_token_(std::move(take_token)) {
  thread_ = std::thread([this] { serve(); });
}

LinkResponder::~LinkResponder() {
  stop_ = true;
  shutdown(listener_, SHUT_RDWR);  // wakes the thread
  thread_.join();
  close(listener_);
}

void LinkResponder::serve() {
  std::list<Caller> callers;
  bool accepts = true;
  const auto answer = [&] {
    std::vector<pollfd> open = polled(accepts ? listener_ : -1, callers);
    poll(open.data(), open.size(), accepts && callers.empty() ? -1 : kTick);
    std::size_t n = 0;
    callers.remove_if([&](Caller& caller) {
      return open[++n].revents != 0 ? !caller.hear(take_token_) : caller.is_silent();
    });
    accepts = stop_ || open.front().revents == 0 || accept_one(listener_, callers);
  };
  while (!stop_) {
    try {
      answer();
    } catch (const std::exception&) {  // of memory: who asks is dropped, and may ask again
      callers.clear();
      nap(1e-3 * kTick);
    }
  }
}

}  // namespace evenkeel::monitor
