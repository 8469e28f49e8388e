// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Threads that spin, pages that are touched, bytes that are sent.
#include "evenkeel/monitor/load_generator.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include <netinet/in.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {
namespace {

constexpr double kPeriod = 0.01;   // [s]
constexpr double kMostDebt = 0.5;  // [s]

void nap(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

/// What all threads of one load share.
struct Job {
  const LoadProfile& profile;
  double start;
  double end;
  const std::atomic<bool>& stop;
  std::atomic<bool> failed = false;

  double elapsed() const { return wall_seconds() - start; }
  bool is_over() const { return stop || failed || wall_seconds() >= end; }
};

/// Some 20 us of arithmetic, so that load is the user's and not the system's that tells the time.
void burn() {
  volatile double sink = 1.0;
  for (int n = 0; n < 10'000; ++n) {
    sink = sink * 1.0000001 + 1e-9;
  }
}

/// Keeps one processor as busy as the profile wants of processor number \p worker.
void spin(const Job& job, double worker, std::atomic<double>& used) {
  const double cpu_start = thread_cpu_seconds();
  double owed = 0.0;  // processor time that should have been used by now
  double last = job.elapsed();
  while (!job.is_over()) {
    const double now = job.elapsed();
    owed += std::clamp(job.profile.at(now).cpu - worker, 0.0, 1.0) * (now - last);
    last = now;
    const double done = thread_cpu_seconds() - cpu_start;
    owed = std::min(owed, done + kMostDebt);
    while (thread_cpu_seconds() - cpu_start < owed && !job.is_over()) {
      burn();
    }
    used = thread_cpu_seconds() - cpu_start;
    nap(kPeriod);
  }
}

/// Memory that is really there: its pages are touched.
class HeldMemory {
 public:
  ~HeldMemory() { resize(0); }

  std::size_t size() const { return size_; }

  void resize(std::size_t bytes) {
    constexpr std::size_t kPage = 4096;
    bytes = bytes / kPage * kPage;
    if (bytes < size_) {
      munmap(base_ + bytes, size_ - bytes);
    } else if (bytes > size_) {
      void* grown = size_ == 0 ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                               : mremap(base_, size_, bytes, MREMAP_MAYMOVE);
      if (grown == MAP_FAILED) {
        throw SystemError("cannot hold more memory: " + std::generic_category().message(errno));
      }
      base_ = static_cast<char*>(grown);
      for (std::size_t at = size_; at < bytes; at += kPage) {
        base_[at] = 1;
      }
    }
    size_ = bytes;
  }

 private:
  char* base_ = nullptr;
  std::size_t size_ = 0;
};

/// A connection that bytes go into.
class Drain {
 public:
  explicit Drain(const std::string& peer) {
    const Endpoint end = parse_endpoint(peer, 0);
    socket_ = socket(end.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval patience{2, 0};
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&end.address), end.length) != 0) {
      const int reason = errno;
      close(socket_);
      throw system_error("reach", peer, reason);
    }
  }
  ~Drain() { close(socket_); }
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;

  /// How many of \p bytes went out.
  std::size_t send_some(std::size_t bytes) {
    static const std::vector<char> zeros(std::size_t{1} << 16, 0);
    const ssize_t sent = send(socket_, zeros.data(), std::min(bytes, zeros.size()), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      throw system_error("send to", "the receiver of network load", errno);
    }
    return static_cast<std::size_t>(std::max<ssize_t>(sent, 0));
  }

 private:
  int socket_ = -1;
};

void transmit(const Job& job, const std::string& peer, std::atomic<double>& sent) {
  Drain drain(peer);
  double owed = 0.0;
  double last = job.elapsed();
  while (!job.is_over()) {
    const double now = job.elapsed();
    const double rate = job.profile.at(now).network;
    owed = std::min(owed + rate * (now - last), rate * kMostDebt);
    last = now;
    while (owed >= 1.0 && !job.is_over()) {
      const auto went = static_cast<double>(drain.send_some(static_cast<std::size_t>(owed)));
      owed -= went;
      sent = sent + went;
    }
    nap(kPeriod);
  }
}

/// Runs what may throw in a thread of its own, and throws it where the thread is joined.
class Worker {
 public:
  template <class Work>
  Worker(Job& job, Work work)
      : thread_([this, &job, work] {
          try {
            work();
          } catch (...) {
            error_ = std::current_exception();
            job.failed = true;
          }
        }) {}

  void join() {
    thread_.join();
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

 private:
  std::exception_ptr error_;
  std::thread thread_;
};

double most_processors(const LoadProfile& profile) {
  double most = 0.0;
  for (const LoadProfile::Point& point : profile.points()) {
    most = std::max(most, point.load.cpu);
  }
  return most;
}

bool has_network(const LoadProfile& profile) {
  return std::ranges::any_of(
      profile.points(), [](const LoadProfile::Point& point) { return point.load.network > 0.0; });
}

/// Holds memory and takes down what is made, until the job is over.
LoadProfile hold_and_record(Job& job, const std::vector<std::atomic<double>>& used,
                            const std::atomic<double>& sent, double sample) {
  LoadProfile record;
  HeldMemory memory;
  double last = 0.0;
  double last_used = 0.0;
  double last_sent = 0.0;
  double held = 0.0;   // memory times time since `last` [byte s]
  double since = 0.0;  // memory is as large as it is
  while (true) {
    const bool is_over = job.is_over();
    const double now = job.elapsed();
    held += static_cast<double>(memory.size()) * (now - since);
    since = now;
    if (!is_over) {
      memory.resize(static_cast<std::size_t>(job.profile.at(now).memory));
    }
    if (now - last >= sample || is_over) {
      double cpu = 0.0;
      for (const std::atomic<double>& each : used) {
        cpu += each;
      }
      const double length = std::max(now - last, 1e-9);
      const Load made{(cpu - last_used) / length, held / length, (sent - last_sent) / length};
      record.append({last, made});  // level from here...
      record.append({now, made});   // ...to here, so that it plays as it was
      last = now;
      last_used = cpu;
      last_sent = sent;
      held = 0.0;
    }
    if (is_over) {
      return record;
    }
    nap(std::min(0.05, sample));
  }
}

}  // namespace

LoadProfile make_load(const LoadProfile& profile, const LoadOptions& options,
                      const std::atomic<bool>& stop) {
  if (has_network(profile) && options.peer.empty()) {
    throw InputError("network load needs a receiver: --to HOST:PORT (there: load --receive PORT)");
  }
  const double start = wall_seconds();
  Job job{profile, start, start + options.length, stop};
  const auto processors = static_cast<std::size_t>(std::ceil(most_processors(profile)));
  std::vector<std::atomic<double>> used(processors);
  std::atomic<double> sent = 0.0;
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t n = 0; n < processors; ++n) {
    workers.push_back(std::make_unique<Worker>(
        job, [&job, n, &used] { spin(job, static_cast<double>(n), used[n]); }));
  }
  if (has_network(profile)) {
    workers.push_back(std::make_unique<Worker>(job, [&] { transmit(job, options.peer, sent); }));
  }
  LoadProfile record;
  std::exception_ptr error;
  try {
    record = hold_and_record(job, used, sent, options.sample);
  } catch (...) {
    error = std::current_exception();
    job.failed = true;
  }
  for (const std::unique_ptr<Worker>& worker : workers) {
    try {
      worker->join();
    } catch (...) {
      error = error ? error : std::current_exception();
    }
  }
  if (error) {
    std::rethrow_exception(error);
  }
  return record;
}

double receive_load(std::uint16_t port, double length, const std::atomic<bool>& stop) {
  const double end = wall_seconds() + length;
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  const int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  if (bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      listen(listener, 64) != 0) {
    const int reason = errno;
    close(listener);
    throw system_error("listen at", "port " + std::to_string(port), reason);
  }
  std::vector<pollfd> open{{listener, POLLIN, 0}};
  std::vector<char> buffer(std::size_t{1} << 16);
  double bytes = 0.0;
  constexpr int kTick = 100;  // [ms]
  while (!stop && wall_seconds() < end) {
    poll(open.data(), open.size(), kTick);
    if (open.front().revents != 0) {
      const int peer = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (peer >= 0) {
        open.push_back({peer, POLLIN, 0});
      }
    }
    for (std::size_t n = open.size() - 1; n > 0; --n) {
      const ssize_t got =
          open[n].revents == 0 ? -1 : recv(open[n].fd, buffer.data(), buffer.size(), 0);
      bytes += static_cast<double>(std::max<ssize_t>(got, 0));
      if (got == 0) {
        close(open[n].fd);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(n));
      }
    }
  }
  for (const pollfd& each : open) {
    close(each.fd);
  }
  return bytes;
}

}  // namespace evenkeel::monitor
