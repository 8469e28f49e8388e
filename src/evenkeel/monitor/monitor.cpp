// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A thread, what it publishes, and how it ends.
#include "evenkeel/monitor/monitor.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include <pthread.h>
#include <signal.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"

namespace evenkeel::monitor {
namespace {

using namespace std::chrono_literals;

/// The thread of the monitor takes no signals: they are for the program.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsHeldBack() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

struct Monitor::Shared {
  explicit Shared(const ProberSettings& given)
      : settings(given), prober(given, thread_cpu_seconds) {
    prober.use_clock(wall_seconds);
  }

  /// Until it is another thread's turn. One that still hangs is waited for.
  void loop(std::uint64_t mine);
  void publish();
  /// Of the time that the budget is a fraction of.
  double share() const;

  ProberSettings settings;
  Prober prober;  // the thread's own once it runs
  std::thread thread;
  std::mutex looking;        // of the one thread that asks sensors
  mutable std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  std::uint64_t turn = 0;   // of the thread that goes on
  std::uint64_t ended = 0;  // turn of the last that has ended
  bool is_stopped = true;
  double foreseen = 0.0;  // \see Prober::foresee [s]
  std::vector<Observed> seen;
  std::vector<ProbeCost> costs;
  double seen_at = 0.0;  // when `seen` was made
  double due = 0.0;      // when the next look should come
  double processor = 0.0;
  double start = wall_seconds();
  double start_cpu = process_cpu_seconds();
};

double Monitor::Shared::share() const {
  const double elapsed = std::max(1e-3, wall_seconds() - start);
  return settings.programs > 0.0 ? settings.programs * (process_cpu_seconds() - start_cpu) / elapsed
                                 : 1.0;
}

void Monitor::Shared::publish() {
  prober.charge(thread_cpu_seconds(), share());
  const double now = wall_seconds();
  std::vector<Observed> made = prober.view(now);
  std::vector<ProbeCost> cost = prober.costs();
  const std::lock_guard lock(mutex);
  seen.swap(made);
  costs.swap(cost);
  seen_at = now;
  due = prober.next_due();
  processor = thread_cpu_seconds();
}

void Monitor::Shared::loop(std::uint64_t mine) {
  constexpr double kLongest = 5.0;  // [s] what the budget is a fraction of may be more by then
  const std::lock_guard alone(looking);
  std::unique_lock lock(mutex);
  while (turn == mine) {
    prober.foresee(foreseen);
    lock.unlock();
    try {
      prober.probe_due(wall_seconds());
      publish();
    } catch (const std::exception&) {
      // Out of memory: what was known before is what is known, and grows old.
    }
    lock.lock();
    const double wait = std::clamp(due - wall_seconds(), 1e-3, kLongest);
    changed.wait_for(lock, std::chrono::duration<double>(wait), [&] { return turn != mine; });
  }
  ended = mine;
  changed.notify_all();
}

Monitor::Monitor(const ProberSettings& settings) : shared_(std::make_shared<Shared>(settings)) {}

Monitor::~Monitor() {
  stop();
}

void Monitor::add(std::string name, std::unique_ptr<Sensor> sensor) {
  EVENKEEL_EXPECT(!shared_->thread.joinable());
  shared_->prober.add(std::move(name), std::move(sensor));
}

void Monitor::start() {
  EVENKEEL_EXPECT(!shared_->thread.joinable());
  const SignalsHeldBack held_back;
  const std::lock_guard lock(shared_->mutex);
  shared_->is_stopped = false;
  shared_->start = wall_seconds();
  shared_->start_cpu = process_cpu_seconds();
  shared_->thread = std::thread([shared = shared_, mine = ++shared_->turn] { shared->loop(mine); });
}

void Monitor::stop() {
  if (!shared_->thread.joinable()) {
    return;
  }
  std::unique_lock lock(shared_->mutex);
  const std::uint64_t last = shared_->turn++;
  shared_->changed.notify_all();
  shared_->is_stopped = shared_->changed.wait_for(lock, 1s, [&] { return shared_->ended == last; });
  lock.unlock();
  if (shared_->is_stopped) {
    shared_->thread.join();
  } else {
    shared_->thread.detach();
  }
}

void Monitor::foresee(double seconds) {
  const std::lock_guard lock(shared_->mutex);
  shared_->foreseen = seconds;
}

std::vector<Observed> Monitor::view() const {
  const std::lock_guard lock(shared_->mutex);
  const double now = wall_seconds();
  std::vector<Observed> seen = shared_->seen;
  const bool hangs = !shared_->is_stopped && now > shared_->due + shared_->settings.grace;
  for (Observed& each : seen) {
    each.age += now - shared_->seen_at;
    if (hangs && each.value) {
      each.value.reset();
      each.trouble = "does not answer";
    }
  }
  return seen;
}

std::vector<ProbeCost> Monitor::costs() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->costs;
}

double Monitor::processor_seconds() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->processor;
}

}  // namespace evenkeel::monitor
