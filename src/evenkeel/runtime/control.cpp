// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Signals and control files.
#include "evenkeel/runtime/control.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel::runtime {
namespace {

// A handler may touch lock-free atomics alone, and call what POSIX calls async-signal-safe.
std::atomic<bool> stop_signal = false;
bool listens_early = false;
std::atomic<std::int64_t> first_stop = 0;  ///< when one came that is no warning [ns]; 0: none has
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// What comes before the word of rank 0 that a signal has come; null: nothing is to be said.
std::atomic<const char*> opening = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free);

constexpr const char* kWithoutCheckpoint = "evenkeel: stopping before the first step";
constexpr const char* kWithCheckpoint = "evenkeel: stopping after this step, with a checkpoint";
constexpr const char* kEnding = "evenkeel: the run is ending";
std::atomic<const char*> promise = nullptr;  ///< what rank 0 says then

/// Who asks again so much later insists [ns]; mpirun and timeout may ask twice.
constexpr std::int64_t kInsists = 3'000'000'000;
constexpr std::int64_t kInsistsByHand = 200'000'000;

void acknowledge(int signal) {
  const char* const before = opening.exchange(nullptr);
  if (before == nullptr) {
    return;
  }
  const int error = errno;
  for (const std::string_view text :
       {std::string_view(before), std::string_view(promise.load()),
        std::string_view(signal == SIGINT ? "; again ends at once\n" : "\n")}) {
    [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
  }
  errno = error;
}

extern "C" void remember_stop(int signal) {
  stop_signal = true;
  acknowledge(signal);
  if (signal == SIGUSR1 || signal == SIGXCPU) {
    return;  // a warning, as batch systems and limits give it before they end a job
  }
  const std::int64_t now = wall_nanoseconds();
  std::int64_t first = 0;
  if (!first_stop.compare_exchange_strong(first, now) &&
      now - first >= (signal == SIGINT ? kInsistsByHand : kInsists)) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

using FileClock = std::filesystem::file_time_type::clock;
const FileClock::time_point program_start = FileClock::now();

constexpr std::array<int, Control::kSignals> kStopSignals = {SIGUSR1, SIGXCPU, SIGTERM, SIGINT,
                                                             SIGHUP};

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
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
  return before;
}

constexpr std::array<std::string_view, kOrderCount> kOrderNames = {"checkpoint", "plot", "stop",
                                                                   "repartition", "resense"};

}  // namespace

std::string_view name(Order order) {
  return kOrderNames[static_cast<std::size_t>(order)];
}

void listen_for_stops() {
  std::ranges::for_each(kStopSignals, catch_stop);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of files is as a full disk: writing tells
  listens_early = true;
}

Control::Control(std::filesystem::path directory, const comm::Communicator& communicator,
                 double apart)
    : directory_(std::move(directory)),
      communicator_(&communicator),
      given_(communicator, MPI_MAX),
      apart_(apart) {
  if (!std::exchange(listens_early, false)) {
    stop_signal = false;
    first_stop = 0;
  }
  promise = kWithoutCheckpoint;
  if (communicator.rank() == 0) {
    opening = isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
  }
  std::ranges::transform(kStopSignals, before_.begin(), catch_stop);
}

Control::~Control() {
  opening = nullptr;
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

void Control::look_for_unknown() {
  std::error_code failed;  // a folder that is gone gives no orders
  for (const auto& entry : std::filesystem::directory_iterator(directory_, failed)) {
    const std::string name = entry.path().filename();
    const bool is_known = name.starts_with('.') || std::ranges::count(kOrderNames, name) > 0;
    if (!is_known && told_.insert(name).second) {
      unknown_.push_back(fmt::format("no order '{}' in control; known: {}{}", name,
                                     join(kOrderNames), suggestion(name, kOrderNames)));
    }
  }
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
    look_for_unknown();
  }
  given_.begin(given);
}

void Control::promise_checkpoint() {
  promise = kWithCheckpoint;
}

void Control::promise_end() {
  promise = kEnding;
}

bool Control::is_asked_to_stop() const {
  return communicator_->max(stop_signal ? 1.0 : 0.0) > 0.0;
}

Orders Control::take() {
  begin();
  Given given{};
  given_.finish(given);
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
