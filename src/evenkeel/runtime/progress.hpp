// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where a run is, for people: one line that rewrites itself on a terminal, plain lines elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evenkeel/core/opening.hpp"

namespace evenkeel::runtime {

/// What the progress line shows.
struct ProgressState {
  std::int64_t step = 0;
  double time = 0.0;
  double dt = 0.0;
  double fraction = 0.0;            ///< of the run that is done
  double lately = 0.0;              ///< done of what was left when this program began to step
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
  ///
  /// \param elapsed  \see progress_line
  void show(const ProgressState& state, double elapsed);

  /// Shows on a terminal what is done that is no step and may take long.
  void show(const std::string& doing);

  /// Prints a line of its own, whatever the progress line shows.
  void say(const std::string& line);
  void warn(const std::string& text) { say(line_opening(Tone::kWarning) + text); }

 private:
  void clear();
  void draw(const std::string& line);

  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  double last_ = -1e9;
};

/// The line itself: step, time, dt, cells per level, updates/s, imbalance, decision, ETA.
///
/// \param elapsed  wall time since this program began to step [s]
std::string progress_line(const ProgressState& state, double elapsed);

}  // namespace evenkeel::runtime
