// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From clocks and counters of a rank to what others should take it for.
#include "evenkeel/runtime/told.hpp"

#include <algorithm>
#include <numeric>

namespace evenkeel::runtime {
namespace {

using telemetry::Phase;

/// How much longer than it took the same computing will take when it never stops. After waiting, a
/// rank under a quota computes faster than it can for long: what was left of the quota adds up.
double slowdown_to_come(const telemetry::Account& spent, double quota) {
  const double wall = spent.wall_of(Phase::kCompute);
  return quota < 1.0 && wall > 0.0 ? std::max(1.0, spent.cpu_of(Phase::kCompute) / (quota * wall))
                                   : 1.0;
}

/// Time a rank is busy with its cells and with messages, in units of that in the kernel.
struct Overhead {
  double all = 1.0;
  double fixed = 0.0;  ///< of it, what messages take: a rank with less work has hardly fewer
};

/// Under a quota that of the processor counts: where a rank is held back is chance, and messages
/// that come in while it waits take of what it may compute, of a slow rank's as much as of others'.
Overhead overhead_of(const telemetry::Account& spent, double quota) {
  const bool is_limited = quota < 1.0;
  const auto& taken = is_limited ? spent.cpu : spent.wall;
  const auto of = [&](Phase phase) { return taken[static_cast<std::size_t>(phase)]; };
  const double kernel = of(Phase::kCompute);
  const double fixed = of(Phase::kGhost) + (is_limited ? of(Phase::kWait) : 0.0);
  const double levels = of(Phase::kProlong) + of(Phase::kRestrict) + of(Phase::kReflux);
  return kernel > 0.0 ? Overhead{(kernel + levels + fixed) / kernel, fixed / kernel} : Overhead{};
}

}  // namespace

double Told::load() const {
  return std::accumulate(updates.begin(), updates.end(), 0.0);
}

double Told::busy() const {
  return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

void WorkParts::add(double work, double took) {
  if (steps == static_cast<std::int64_t>(kMost) * steps_each) {
    halve();
  }
  const auto part = static_cast<std::size_t>(steps / steps_each);
  updates[part] += work;
  seconds[part] += took;
  ++steps;
}

void WorkParts::halve() {
  for (std::array<double, kMost>* table : {&updates, &seconds}) {
    for (std::size_t part = 0; part < kMost / 2; ++part) {
      (*table)[part] = (*table)[2 * part] + (*table)[2 * part + 1];
    }
    std::fill(table->begin() + kMost / 2, table->end(), 0.0);
  }
  steps_each *= 2;
}

std::size_t WorkParts::count() const {
  return static_cast<std::size_t>((steps + steps_each - 1) / steps_each);
}

void WorkWindow::add(const solver::StepReport& report) {
  parts.add(std::reduce(report.level_work.begin(), report.level_work.end()),
            std::reduce(report.level_seconds.begin(), report.level_seconds.end()));
  for (std::size_t level = 0; level < report.level_work.size(); ++level) {
    cells[level] += static_cast<double>(report.level_updates[level]);
    updates[level] += report.level_work[level];
    seconds[level] += report.level_seconds[level];
  }
  install_seconds += report.install_seconds;
}

Told told_of_work(const WorkWindow& window, const telemetry::Account& spent, double quota) {
  Told told;
  told.cells = window.cells;
  told.updates = window.updates;
  told.parts = window.parts;
  told.limit = quota;
  const double slowdown = slowdown_to_come(spent, quota);
  const double wall = spent.wall_of(Phase::kCompute);
  // Where a rank is held back within its computing is chance: of the whole, levels tell the parts.
  const double in_levels = std::accumulate(window.seconds.begin(), window.seconds.end(), 0.0);
  const double whole = std::max(wall, in_levels) / (in_levels > 0.0 ? in_levels : 1.0);
  const Overhead overhead = overhead_of(spent, quota);
  const double factor = whole * slowdown * overhead.all;
  std::ranges::transform(window.seconds, told.seconds.begin(),
                         [=](double seconds) { return factor * seconds; });
  told.fixed_seconds = told.busy() * overhead.fixed / overhead.all;
  told.regrid_seconds = spent.wall_of(Phase::kRegrid);
  told.install_seconds = window.install_seconds;
  told.message_seconds = spent.wall_of(Phase::kGhost);
  told.moved_bytes = static_cast<double>(spent.counters.bytes_migrated);
  told.taken_bytes = static_cast<double>(spent.counters.bytes_taken_in);
  if (told.load() > 0.0 && wall > 0.0) {
    told.availability = std::min(1.0, spent.cpu_of(Phase::kCompute) / (wall * slowdown));
  }
  return told;
}

}  // namespace evenkeel::runtime
