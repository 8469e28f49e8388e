// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Drawing of the progress line.
#include "evenkeel/runtime/progress.hpp"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/units.hpp"

namespace evenkeel::runtime {

std::string progress_line(const ProgressState& state, double elapsed) {
  std::string cells;
  for (const std::int64_t count : state.cells) {
    cells += (cells.empty() ? "" : "/") + human_count(static_cast<double>(count));
  }
  const double left = state.lately > 0.0 ? elapsed * (1.0 - state.lately) / state.lately : 0.0;
  return fmt::format(
      "step {} t={:.5g} dt={:.3g} cells {} {}/s imbalance {:.0f} % {:.0f} % ETA {}{}", state.step,
      state.time, state.dt, cells, human_count(state.updates_per_s), 100.0 * state.imbalance,
      100.0 * state.fraction, human_seconds(left),
      state.decision.empty() ? "" : " | " + state.decision);
}

Progress::Progress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  clear();
}

void Progress::clear() {
  if (drawn_) {
    std::fputs("\r\033[K", stderr);
    drawn_ = false;
  }
}

void Progress::draw(const std::string& line) {
  clear();
  std::fputs((terminal_ ? line : line + "\n").c_str(), stderr);
  std::fflush(stderr);
  drawn_ = terminal_;
}

void Progress::show(const std::string& doing) {
  if (!quiet_ && terminal_) {
    draw(doing);
  }
}

void Progress::show(const ProgressState& state, double elapsed) {
  const double now = wall_seconds();
  if (quiet_ || now - last_ < (terminal_ ? 0.2 : 5.0)) {
    return;
  }
  last_ = now;
  draw(progress_line(state, elapsed));
}

void Progress::say(const std::string& line) {
  clear();
  std::fputs((line + "\n").c_str(), stderr);
}

}  // namespace evenkeel::runtime
