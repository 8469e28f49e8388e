// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Both ends of a link probe, and the sensor that holds them together.
#include "evenkeel/monitor/link_probe.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <limits>
#include <mutex>
#include <system_error>

#include <netinet/tcp.h>
#include <poll.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

constexpr std::string_view kMagic = "EKL1";
constexpr std::size_t kRequestBytes = 13;
constexpr std::uint64_t kMostBulk = std::uint64_t{1} << 26;
constexpr std::size_t kPiece = 16384;

std::string request(char kind, std::uint64_t number) {
  std::string text(kMagic);
  text.push_back(kind);
  for (int shift = 56; shift >= 0; shift -= 8) {
    text.push_back(static_cast<char>(number >> shift));
  }
  return text;
}

/// A connection whose reads and writes end in time.
class Connection {
 public:
  Connection(int socket, double deadline) : socket_(socket), deadline_(deadline) {
    const int yes = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  ~Connection() { close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void extend(double deadline) { deadline_ = deadline; }

  /// False if the peer is gone or late.
  bool put(std::string_view text) {
    while (!text.empty()) {
      const ssize_t sent = send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) {
        text.remove_prefix(static_cast<std::size_t>(sent));
      } else if (errno != EAGAIN && errno != EINTR) {
        return false;
      } else if (!await(POLLOUT)) {
        return false;
      }
    }
    return true;
  }

  /// How many of at most \p size bytes came; 0 if the peer is gone or late.
  std::size_t take(char* buffer, std::size_t size) {
    while (true) {
      const ssize_t got = recv(socket_, buffer, size, MSG_DONTWAIT);
      if (got >= 0) {
        return static_cast<std::size_t>(got);
      }
      if ((errno != EAGAIN && errno != EINTR) || !await(POLLIN)) {
        return 0;
      }
    }
  }

  bool take_all(char* buffer, std::size_t size) {
    while (size > 0) {
      const std::size_t got = take(buffer, size);
      if (got == 0) {
        return false;
      }
      buffer += got;
      size -= got;
    }
    return true;
  }

  int socket() const { return socket_; }

 private:
  bool await(short events) const {
    const double left = deadline_ - wall_seconds();
    pollfd wanted{socket_, events, 0};
    return left > 0.0 && poll(&wanted, 1, static_cast<int>(std::ceil(1e3 * left))) > 0;
  }

  int socket_;
  double deadline_;
};

[[noreturn]] void fail(const Endpoint& peer, const char* what) {
  throw SystemError("the link to " + peer.text + " cannot be probed: " + what);
}

std::unique_ptr<Connection> call(const Endpoint& peer, double seconds) {
  const int socket =
      ::socket(peer.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  auto connection = std::make_unique<Connection>(socket, wall_seconds() + seconds);
  const int result = connect(socket, reinterpret_cast<const sockaddr*>(&peer.address), peer.length);
  if (result != 0 && errno != EINPROGRESS) {
    fail(peer, "it refuses");
  }
  pollfd wanted{socket, POLLOUT, 0};
  int error = 0;
  socklen_t length = sizeof error;
  if (poll(&wanted, 1, static_cast<int>(std::ceil(1e3 * seconds))) <= 0 ||
      getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) != 0 || error != 0) {
    fail(peer, "it does not answer");
  }
  return connection;
}

/// Answers one request; a ping goes on until the peer closes.
void answer(int socket, const std::function<void(std::uint64_t)>& take_token) {
  constexpr double kPatience = 1.0;
  Connection peer(socket, wall_seconds() + kPatience);
  std::array<char, kPiece> buffer;
  if (!peer.take_all(buffer.data(), kRequestBytes) ||
      std::string_view(buffer.data(), kMagic.size()) != kMagic) {
    return;
  }
  const char kind = buffer[kMagic.size()];
  std::uint64_t number = 0;
  for (std::size_t n = kMagic.size() + 1; n < kRequestBytes; ++n) {
    number = number << 8 | static_cast<std::uint8_t>(buffer[n]);
  }
  if (kind == 'T') {
    take_token(number);
    peer.put("t");
  } else if (kind == 'B' && number <= kMostBulk) {
    while (number > 0) {
      const std::size_t got = peer.take(buffer.data(), std::min<std::uint64_t>(kPiece, number));
      if (got == 0) {
        return;
      }
      number -= got;
    }
    peer.put("b");
  } else if (kind == 'P') {
    for (std::size_t got = 1; got > 0;) {
      got = peer.take(buffer.data(), 1);
      if (got == 0 || !peer.put({buffer.data(), got})) {
        return;
      }
    }
  }
}

class LinkSensor final : public Sensor {
 public:
  LinkSensor(const Params& params, std::string quantity, std::string unit, LinkProbe probe)
      : timeout_(params["timeout"]),
        patience_(params["patience"]),
        quantity_(std::move(quantity)),
        unit_(std::move(unit)),
        probe_(std::move(probe)) {}

  void aim(const Target& target) override {
    if (target.address.empty() || target.names.empty()) {
      throw InputError(
          "needs its own address and its peers; expected 10.0.0.1:7001,"
          "name=10.0.0.2:7001,name=10.0.0.3:7001");
    }
    std::vector<std::string> members = target.names;
    members.push_back(target.address);
    std::ranges::sort(members);  // the same order at every member
    for (const std::string& member : members) {
      members_.push_back({parse_endpoint(member, 0)});
    }
    own_ = static_cast<std::size_t>(std::ranges::find(members, target.address) - members.begin());
    clique_.emplace(members_.size(), own_, patience_);
    responder_ = std::make_unique<LinkResponder>(members_[own_].peer, [this](std::uint64_t token) {
      const std::lock_guard lock(mutex_);
      clique_->receive(token, wall_seconds());
    });
  }

  bool is_local() const override { return false; }

  void read(std::size_t, double now, std::vector<Reading>& readings) override {
    if (holds_token()) {
      for (std::size_t n = 0; n < members_.size(); ++n) {
        if (n != own_) {
          measure(members_[n], now);
        }
      }
      hand_on();
    }
    for (std::size_t n = 0; n < members_.size(); ++n) {
      if (n != own_) {
        Reading reading{members_[n].peer.text + "." + quantity_, unit_, members_[n].value};
        reading.age = std::max(0.0, now - members_[n].time);
        readings.push_back(std::move(reading));
      }
    }
  }

 private:
  struct Member {
    Endpoint peer;
    std::optional<double> value = {};
    double time = 0.0;  ///< when it was measured [s]
  };

  bool holds_token() {
    const std::lock_guard lock(mutex_);
    return clique_->may_probe(wall_seconds());
  }

  void measure(Member& member, double now) const {
    try {
      member.value = probe_(member.peer, timeout_);
    } catch (const SystemError&) {
      member.value.reset();  // unknown until it answers
    }
    member.time = now;
  }

  /// Gives the token to the next member that takes it; keeps it where nobody does.
  void hand_on() {
    for (std::size_t n = 0; n + 1 < members_.size(); ++n) {
      std::uint64_t number = 0;
      {
        const std::lock_guard lock(mutex_);
        number = clique_->next_number();
      }
      if (pass_token(members_[clique_->successor(n)].peer, number, timeout_)) {
        const std::lock_guard lock(mutex_);
        clique_->passed(wall_seconds());
        return;
      }
    }
  }

  double timeout_;
  double patience_;
  std::string quantity_;
  std::string unit_;
  LinkProbe probe_;
  std::vector<Member> members_;
  std::size_t own_ = 0;
  std::mutex mutex_;  // guards clique_, which the responder's thread changes
  std::optional<Clique> clique_;
  std::unique_ptr<LinkResponder> responder_;  // last: its thread ends first
};

}  // namespace

LinkResponder::LinkResponder(const Endpoint& own, std::function<void(std::uint64_t)> take_token)
    : listener_(socket(own.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
      take_token_(std::move(take_token)) {
  const int yes = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(listener_, reinterpret_cast<const sockaddr*>(&own.address), own.length) != 0 ||
      listen(listener_, 64) != 0) {
    const int reason = errno;
    close(listener_);
    throw system_error("listen at", own.text, reason);
  }
  thread_ = std::thread([this] { serve(); });
}

LinkResponder::~LinkResponder() {
  stop_ = true;
  shutdown(listener_, SHUT_RDWR);  // wakes the thread
  thread_.join();
  close(listener_);
}

void LinkResponder::serve() {
  while (!stop_) {
    pollfd wanted{listener_, POLLIN, 0};
    poll(&wanted, 1, -1);
    const int peer = stop_ ? -1 : accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (peer >= 0) {
      answer(peer, take_token_);
    }
  }
}

double probe_latency(const Endpoint& peer, double seconds) {
  constexpr int kTrips = 5;
  const auto line = call(peer, seconds);
  double least = std::numeric_limits<double>::infinity();
  if (!line->put(request('P', 0))) {
    fail(peer, "it is gone");
  }
  for (int trip = 0; trip < kTrips; ++trip) {
    char byte = 'p';
    const double start = wall_seconds();
    if (!line->put({&byte, 1}) || !line->take_all(&byte, 1)) {
      fail(peer, "it does not answer in time");
    }
    least = std::min(least, wall_seconds() - start);
  }
  return 0.5 * least;
}

double probe_bandwidth(const Endpoint& peer, double seconds, std::size_t bytes) {
  const auto line = call(peer, seconds);
  const int buffer = 32768;
  setsockopt(line->socket(), SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
  const std::string piece(kPiece, '\0');
  const double start = wall_seconds();
  bool is_there = line->put(request('B', bytes));
  for (std::size_t left = bytes; is_there && left > 0; left -= std::min(left, kPiece)) {
    is_there = line->put(std::string_view(piece).substr(0, left));
  }
  char byte = 0;
  if (!is_there || !line->take_all(&byte, 1)) {
    fail(peer, "it does not answer in time");
  }
  return static_cast<double>(bytes) / (wall_seconds() - start);
}

bool pass_token(const Endpoint& peer, std::uint64_t number, double seconds) {
  try {
    const auto line = call(peer, seconds);
    char byte = 0;
    return line->put(request('T', number)) && line->take_all(&byte, 1);
  } catch (const SystemError&) {
    return false;
  }
}

std::unique_ptr<Sensor> make_link_sensor(const Params& params, std::string quantity,
                                         std::string unit, LinkProbe probe) {
  return std::make_unique<LinkSensor>(params, std::move(quantity), std::move(unit),
                                      std::move(probe));
}

}  // namespace evenkeel::monitor
