// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Accounting of exclusive time in nested scopes.
#include "evenkeel/telemetry/phases.hpp"

#include <numeric>

#include "evenkeel/core/error.hpp"

namespace evenkeel::telemetry {
namespace {

constexpr std::size_t slot(Phase phase) {
  return static_cast<std::size_t>(phase);
}

double seconds(std::int64_t nanoseconds) {
  return 1e-9 * static_cast<double>(nanoseconds);
}

}  // namespace

Counters& Counters::operator-=(const Counters& earlier) {
  cell_updates -= earlier.cell_updates;
  messages -= earlier.messages;
  bytes_sent -= earlier.bytes_sent;
  bytes_migrated -= earlier.bytes_migrated;
  bytes_taken_in -= earlier.bytes_taken_in;
  return *this;
}

double Account::total_wall() const {
  return std::accumulate(wall.begin(), wall.end(), 0.0);
}

Account& Account::operator-=(const Account& earlier) {
  for (std::size_t p = 0; p < kPhaseCount; ++p) {
    wall[p] -= earlier.wall[p];
    cpu[p] -= earlier.cpu[p];
  }
  counters -= earlier.counters;
  return *this;
}

PhaseClock::PhaseClock(TimeSource source) : source_(source), wall_mark_(source.wall()) {
  frames_[0] = {Phase::kOther, Meter::kWall};
}

/// The processor's clock is read first: a system that holds threads to a quota counts what they
/// have used at such a call, and stops there who has used too much, for the scope that ends.
void PhaseClock::switch_to(const Frame& next) {
  const Frame& now = frames_[static_cast<std::size_t>(open_)];
  if (now.meter == Meter::kWallAndCpu || next.meter == Meter::kWallAndCpu) {
    const std::int64_t cpu = source_.cpu();
    if (now.meter == Meter::kWallAndCpu) {
      cpu_[slot(now.phase)] += cpu - cpu_mark_;
    }
    cpu_mark_ = cpu;
  }
  const std::int64_t wall = source_.wall();
  wall_[slot(now.phase)] += wall - wall_mark_;
  wall_mark_ = wall;
}

void PhaseClock::enter(Phase phase, Meter meter) {
  EVENKEEL_EXPECT(open_ < kDeepest);
  const Frame next{phase, quota_ < 1.0 ? Meter::kWallAndCpu : meter};
  switch_to(next);
  frames_[static_cast<std::size_t>(++open_)] = next;
}

void PhaseClock::leave() {
  EVENKEEL_EXPECT(open_ > 0);
  switch_to(frames_[static_cast<std::size_t>(open_ - 1)]);
  --open_;
}

Account PhaseClock::account() const {
  Account account;
  for (std::size_t p = 0; p < kPhaseCount; ++p) {
    account.wall[p] = seconds(wall_[p]);
    account.cpu[p] = seconds(cpu_[p]);
  }
  const Frame& now = frames_[static_cast<std::size_t>(open_)];
  account.wall[slot(now.phase)] += seconds(source_.wall() - wall_mark_);
  if (now.meter == Meter::kWallAndCpu) {
    account.cpu[slot(now.phase)] += seconds(source_.cpu() - cpu_mark_);
  }
  account.counters = counters_;
  return account;
}

}  // namespace evenkeel::telemetry
