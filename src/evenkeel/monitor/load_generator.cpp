// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Threads that spin, pages that are touched, bytes that are sent.
#include "evenkeel/monitor/load_generator.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <exception>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/descriptor.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/monitor/peer.hpp"

namespace evenkeel::monitor {
namespace {

constexpr double kPeriod = 0.01;   // [s]
constexpr double kMostDebt = 0.5;  // [s]

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
    socket_ = Descriptor(socket(end.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const timeval patience{2, 0};
    setsockopt(socket_.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(socket_.number(), reinterpret_cast<const sockaddr*>(&end.address), end.length) !=
        0) {
      throw system_error("reach", peer, errno);
    }
  }

  /// How many of \p bytes went out.
  std::size_t send_some(double bytes) {
    static const std::vector<char> zeros(std::size_t{1} << 16, 0);
    const double piece = std::min(bytes, static_cast<double>(zeros.size()));
    const ssize_t sent =
        send(socket_.number(), zeros.data(), static_cast<std::size_t>(piece), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      throw system_error("send to", "the receiver of network load", errno);
    }
    return static_cast<std::size_t>(std::max<ssize_t>(sent, 0));
  }

 private:
  Descriptor socket_;
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
      const auto went = static_cast<double>(drain.send_some(owed));
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

/// How many processors the profile wants at most.
std::size_t most_processors(const LoadProfile& profile) {
  double most = 0.0;
  for (const LoadProfile::Point& point : profile.points()) {
    most = std::max(most, point.load.cpu);
  }
  return static_cast<std::size_t>(std::ceil(most));
}

bool has_network(const LoadProfile& profile) {
  return std::ranges::any_of(
      profile.points(), [](const LoadProfile::Point& point) { return point.load.network > 0.0; });
}

using Workers = std::vector<std::unique_ptr<Worker>>;

template <class Work>
void employ(Workers& workers, Job& job, Work work) try {
  workers.push_back(std::make_unique<Worker>(job, work));
} catch (const std::system_error& error) {
  throw SystemError(fmt::format("cannot start thread {} of the load: {}", workers.size() + 1,
                                error.code().message()));
}

/// Waits for all. Gives \p error, or else the first of theirs.
std::exception_ptr join_all(const Workers& workers, std::exception_ptr error) {
  for (const std::unique_ptr<Worker>& worker : workers) {
    try {
      worker->join();
    } catch (...) {
      error = error ? error : std::current_exception();
    }
  }
  return error;
}

/// Turns what has been used so far into levels over time.
class Recorder {
 public:
  Recorder(const std::vector<std::atomic<double>>& used, const std::atomic<double>& sent)
      : used_(used), sent_(sent) {}

  double last() const { return last_; }
  LoadProfile take() { return std::move(record_); }

  /// Memory has been as large as \p bytes since the last call.
  void hold(std::size_t bytes, double now) {
    held_ += static_cast<double>(bytes) * (now - since_);
    since_ = now;
  }

  /// Takes down the mean since the last call.
  void note(double now) {
    const double cpu = std::accumulate(used_.begin(), used_.end(), 0.0);
    const double sent = sent_;
    const double length = std::max(now - last_, 1e-9);
    const Load made{(cpu - last_used_) / length, held_ / length, (sent - last_sent_) / length};
    record_.append({last_, made});  // level from here...
    record_.append({now, made});    // ...to here, so that it plays as it was
    last_ = now;
    last_used_ = cpu;
    last_sent_ = sent;
    held_ = 0.0;
  }

 private:
  const std::vector<std::atomic<double>>& used_;
  const std::atomic<double>& sent_;
  LoadProfile record_;
  double last_ = 0.0;
  double last_used_ = 0.0;
  double last_sent_ = 0.0;
  double held_ = 0.0;   ///< memory times time since `last_` [byte s]
  double since_ = 0.0;  ///< memory is as large as it is
};

/// Holds memory and takes down what is made, until the job is over.
LoadProfile hold_and_record(const Job& job, Recorder recorder, double sample) {
  HeldMemory memory;
  while (true) {
    const bool is_over = job.is_over();
    const double now = job.elapsed();
    recorder.hold(memory.size(), now);
    if (!is_over) {
      memory.resize(static_cast<std::size_t>(job.profile.at(now).memory));
    }
    if (is_over || now - recorder.last() >= sample) {
      recorder.note(now);
    }
    if (is_over) {
      return recorder.take();
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
  std::vector<std::atomic<double>> used(most_processors(profile));
  std::atomic<double> sent = 0.0;
  Workers workers;
  LoadProfile record;
  std::exception_ptr error;
  try {
    for (std::size_t n = 0; n < used.size(); ++n) {
      employ(workers, job, [&job, n, &used] { spin(job, static_cast<double>(n), used[n]); });
    }
    if (has_network(profile)) {
      employ(workers, job, [&] { transmit(job, options.peer, sent); });
    }
    record = hold_and_record(job, Recorder(used, sent), options.sample);
  } catch (...) {
    error = std::current_exception();
    job.failed = true;
  }
  error = join_all(workers, error);
  if (error) {
    std::rethrow_exception(error);
  }
  return record;
}

}  // namespace evenkeel::monitor
