// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Signals and control files.
#include "evenkeel/runtime/control.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <system_error>
#include <utility>

#include "evenkeel/core/clock.hpp"

namespace evenkeel::runtime {
namespace {

// A handler may touch nothing but lock-free atomics.
std::atomic<bool> stop_signal = false;
std::atomic<std::time_t> first_stop = 0;  ///< when one came that is no warning [s]; 0: none has
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::time_t>::is_always_lock_free);

constexpr std::time_t kInsists = 3;  ///< of who asks again so much later [s]; mpirun may ask twice

extern "C" void remember_stop(int signal) {
  stop_signal = true;
  if (signal == SIGUSR1) {
    return;  // a warning, as batch systems give it before they end a job
  }
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  std::time_t first = 0;
  if (!first_stop.compare_exchange_strong(first, now.tv_sec) && now.tv_sec - first >= kInsists) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

using FileClock = std::filesystem::file_time_type::clock;
const FileClock::time_point program_start = FileClock::now();

constexpr std::array kStopSignals = {SIGUSR1, SIGTERM, SIGINT, SIGHUP};

/// Has \p signal ask for a stop. \returns what it did before
struct sigaction catch_stop(int signal) {
  struct sigaction before = {};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) {
    return before;
  }
  struct sigaction action = {};
  action.sa_handler = remember_stop;
  action.sa_flags = SA_RESTART;
  if (signal == SIGINT) {
    action.sa_flags |= static_cast<int>(SA_RESETHAND);  // who insists is not kept waiting
  }
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
  return before;
}

}  // namespace

std::string_view name(Order order) {
  constexpr std::array<std::string_view, kOrderCount> kNames = {"checkpoint", "plot", "stop",
                                                                "repartition", "resense"};
  return kNames[static_cast<std::size_t>(order)];
}

Control::Control(std::filesystem::path directory, const comm::Communicator& communicator,
                 double apart)
    : directory_(std::move(directory)),
      communicator_(&communicator),
      told_(communicator, MPI_MAX),
      apart_(apart) {
  stop_signal = false;
  first_stop = 0;
  std::ranges::transform(kStopSignals, before_.begin(), catch_stop);
}

Control::~Control() {
  for (std::size_t k = 0; k < kStopSignals.size(); ++k) {
    sigaction(kStopSignals[k], &before_[k], nullptr);
  }
}

/// False when it is too early for a look, and when nothing can have come since the last one: then
/// one question to the system is enough.
bool Control::may_hold_files() {
  const double now = wall_seconds();
  if (now - looked_ < apart_) {
    return false;
  }
  looked_ = now;
  // Two changes may bear the same time where the clock of the files is a coarse one.
  constexpr std::chrono::seconds kCoarse{2};
  std::error_code failed;
  const auto changed = std::filesystem::last_write_time(directory_, failed);
  const bool is_known = !failed && changed == changed_ && FileClock::now() - changed > kCoarse;
  changed_ = changed;
  return !is_known;
}

/// The orders there are files of, written \p before, which it removes.
std::vector<Order> Control::take_files(std::filesystem::file_time_type before) {
  std::vector<Order> found;
  for (std::size_t k = 0; k < kOrderCount; ++k) {
    const auto order = static_cast<Order>(k);
    const std::filesystem::path file = directory_ / name(order);
    std::error_code none;
    const auto written = std::filesystem::last_write_time(file, none);
    if (!none && written < before && std::filesystem::remove(file, none)) {
      found.push_back(order);
    }
  }
  return found;
}

std::vector<Order> Control::drop_earlier() {
  return take_files(program_start);
}

void Control::begin() {
  if (std::exchange(has_begun_, true)) {
    return;
  }
  Given given{};
  const auto give = [&](Order order) { given[static_cast<std::size_t>(order)] = 1.0; };
  if (stop_signal.exchange(false)) {
    give(Order::kCheckpoint);
    give(Order::kStop);
  }
  if (communicator_->rank() == 0 && may_hold_files()) {
    std::ranges::for_each(take_files(FileClock::time_point::max()), give);
  }
  told_.begin(given);
}

Orders Control::take() {
  begin();
  Given given{};
  told_.finish(given);
  has_begun_ = false;
  Orders orders;
  for (std::size_t k = 0; k < kOrderCount; ++k) {
    if (given[k] > 0.0) {
      orders.add(static_cast<Order>(k));
    }
  }
  return orders;
}

}  // namespace evenkeel::runtime
