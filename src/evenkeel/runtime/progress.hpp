// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where a run is, for people: one line that rewrites itself on a terminal, plain lines elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace evenkeel::runtime {

/// What the progress line shows.
struct ProgressState {
  std::int64_t step = 0;
  double time = 0.0;
  double dt = 0.0;
  double fraction = 0.0;            ///< of the run that is done
  std::vector<std::int64_t> cells;  ///< per level
  double updates_per_s = 0.0;       ///< of all ranks, wall time, lately
  double imbalance = 0.0;           ///< between the last two regrids
  std::string decision;             ///< the last one, in a few words
};

/// Prints to standard error; rank 0 alone has one.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();

  /// Shows \p state when it is time: several times a second on a terminal, every few seconds
  /// elsewhere.
  void show(const ProgressState& state);

  /// Prints a line of its own, whatever the progress line shows.
  void say(const std::string& line);

 private:
  void clear();

  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  double start_;
  double last_ = -1e9;
};

/// The line itself: step, time, dt, cells per level, updates/s, imbalance, decision, ETA.
///
/// \param elapsed  wall time since the first step of this run [s]
std::string progress_line(const ProgressState& state, double elapsed);

}  // namespace evenkeel::runtime
