// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Orders from outside to a run: files in control/, and signals.
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/comm/reduction.hpp"

namespace evenkeel::runtime {

enum class Order : int { kCheckpoint, kPlot, kStop, kRepartition, kResense };
inline constexpr std::size_t kOrderCount = 5;

/// Name of the file in control/ that gives the order.
std::string_view name(Order order);

/// Orders given since the last look.
class Orders {
 public:
  bool has(Order order) const { return (bits_ >> static_cast<int>(order)) & 1; }
  void add(Order order) { bits_ |= std::int64_t{1} << static_cast<int>(order); }
  bool empty() const { return bits_ == 0; }

 private:
  friend class Control;
  std::int64_t bits_ = 0;
};

/// From here on a signal is remembered for the Control to come: MPI takes its time to start.
void listen_for_stops();

/// Watches for orders. While one exists, SIGUSR1, SIGXCPU, SIGTERM, SIGINT and SIGHUP mean:
/// checkpoint, then stop; before there are steps, stop alone. Rank 0 says at once that they have
/// come. A second SIGINT ends the program at once if it comes a fifth of a second after the first
/// signal, SIGTERM and SIGHUP if seconds after it; signals that were ignored before still are.
class Control {
 public:
  static constexpr std::size_t kSignals = 5;

  /// \param directory  RUNDIR/control, made if absent; looked at by rank 0 alone
  /// \param apart      [s] between two looks at it, at least: steps may be shorter than a look
  Control(std::filesystem::path directory, const comm::Communicator& communicator,
          double apart = 0.0);
  ~Control();
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  /// Looks for orders, removes files that give some, and tells the other ranks: while a step ends
  /// it costs no wait of its own. Nothing where that has begun before. Collective.
  void begin();

  /// Removes orders that were there before the program, for a run that goes on: they were given to
  /// the one before. Not collective; for rank 0.
  std::vector<Order> drop_earlier();

  /// From here on a signal is told that a checkpoint is to come of it: steps are made.
  void promise_checkpoint();

  /// From here on, that the run is ending anyway.
  void promise_end();

  /// Whether a signal of any rank has asked for a stop, which take() will tell. Collective.
  bool is_asked_to_stop() const;

  /// Orders of any rank's signals and of the files; looks for them if begin() was not called.
  /// Collective; the same on every rank. An unknown file is left alone.
  Orders take();

  /// What is to be said of files that give no order, each once: those found by the last look.
  std::vector<std::string> unknown_orders() { return std::exchange(unknown_, {}); }

 private:
  using Given = std::array<double, kOrderCount>;  ///< 1: the order is given, 0: it is not

  bool may_hold_files();
  std::vector<Order> take_files(std::filesystem::file_time_type before);
  void look_for_unknown();

  std::filesystem::path directory_;
  const comm::Communicator* communicator_;
  comm::Reduction<double> given_;  ///< Given
  bool has_begun_ = false;
  double apart_;
  double looked_ = -std::numeric_limits<double>::infinity();  ///< [s] wall time of the last look
  std::vector<std::string> unknown_;
  std::set<std::string> told_;                       ///< names of files that give no order
  std::filesystem::file_time_type changed_{};        ///< the directory, when last looked into
  std::array<struct sigaction, kSignals> before_{};  ///< what signals did
};

}  // namespace evenkeel::runtime
