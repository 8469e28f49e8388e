// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Where the time of one rank goes: exclusive seconds per phase, and counters of work done.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "evenkeel/core/clock.hpp"

namespace evenkeel::telemetry {

/// What a rank can be busy with.
enum class Phase : int {
  kCompute,    ///< kernels: fluxes, updates, time step limits
  kGhost,      ///< packing, unpacking and copying of ghost cells
  kWait,       ///< blocked on other ranks
  kProlong,    ///< coarse to fine
  kRestrict,   ///< fine to coarse
  kReflux,     ///< flux registers
  kRegrid,     ///< flags, clustering, nesting, plans
  kPartition,  ///< choosing owners
  kMigrate,    ///< moving patches to new owners
  kSense,      ///< sensors, forecasts, decisions
  kIo,         ///< plot files, checkpoints, events
  kOther,      ///< everything outside of a scope
};
inline constexpr int kPhaseCount = 12;

/// Work done since the start of a run on one rank.
struct Counters {
  std::int64_t cell_updates = 0;  ///< every cell of every level, once per step of its level
  std::int64_t messages = 0;      ///< sent to other ranks
  std::int64_t bytes_sent = 0;
  std::int64_t bytes_migrated = 0;  ///< part of bytes_sent that moved patches
  std::int64_t bytes_taken_in = 0;  ///< received that moved patches

  bool operator==(const Counters&) const = default;
  Counters& operator-=(const Counters& earlier);
};

/// Seconds and counters at one moment. The difference of two tells what happened between.
struct Account {
  std::array<double, kPhaseCount> wall{};  ///< [s]
  std::array<double, kPhaseCount> cpu{};   ///< [s], of scopes that metered it only
  Counters counters;

  double wall_of(Phase phase) const { return wall[static_cast<std::size_t>(phase)]; }
  double cpu_of(Phase phase) const { return cpu[static_cast<std::size_t>(phase)]; }
  /// Sum over all phases: the time since the PhaseClock was made [s].
  double total_wall() const;

  Account& operator-=(const Account& earlier);
  friend Account operator-(Account later, const Account& earlier) { return later -= earlier; }
};

/// What a scope measures. A scope that meters processor time costs about 0.9 us, one that does not
/// 0.05 us: meter loops over patches or patches of 100 us, not single small ones. Under a quota,
/// where wall time says little, all scopes meter both.
enum class Meter : int { kWall, kWallAndCpu };

/// The two clocks a PhaseClock reads, [ns]. Tests pass their own.
struct TimeSource {
  std::int64_t (*wall)() = &wall_nanoseconds;
  std::int64_t (*cpu)() = &thread_cpu_nanoseconds;
};

/// Charges time to phases. Scopes nest and are exclusive: what an inner scope takes is not counted
/// in the outer one, so the phases add up to the wall time since construction.
///
/// One clock per thread; not thread safe. No allocation. Cost: a clock reading on enter and one on
/// leave, 50 ns together.
class PhaseClock {
 public:
  static constexpr int kDeepest = 16;  ///< scopes open at once

  explicit PhaseClock(TimeSource source = {});

  /// Starts a scope. \pre fewer than kDeepest are open
  void enter(Phase phase, Meter meter = Meter::kWall);

  /// Ends the innermost scope. \pre one is open
  void leave();

  /// Time charged to \p phase so far, open scopes included [s].
  double wall(Phase phase) const { return account().wall_of(phase); }

  /// Processor time of the scopes of \p phase that metered it [s].
  double cpu(Phase phase) const { return account().cpu_of(phase); }

  /// Everything up to now.
  Account account() const;

  Counters& counters() { return counters_; }

  /// Processor time that the thread may have in a second of wall time, at most 1. Scopes entered
  /// below 1 meter processor time.
  double quota() const { return quota_; }
  /// \pre 0 < quota <= 1
  void set_quota(double quota) { quota_ = quota; }

 private:
  struct Frame {
    Phase phase;
    Meter meter;
  };
  using Nanoseconds = std::array<std::int64_t, kPhaseCount>;
  void switch_to(const Frame& next);

  TimeSource source_;
  std::array<Frame, kDeepest + 1> frames_{};
  int open_ = 0;
  std::int64_t wall_mark_;
  std::int64_t cpu_mark_ = 0;  ///< meaningful while the innermost scope meters CPU
  Nanoseconds wall_{};
  Nanoseconds cpu_{};
  Counters counters_;
  double quota_ = 1.0;
};

/// A scope of a PhaseClock.
class [[nodiscard]] PhaseScope {
 public:
  PhaseScope(PhaseClock& clock, Phase phase, Meter meter = Meter::kWall) : clock_(clock) {
    clock_.enter(phase, meter);
  }
  ~PhaseScope() { clock_.leave(); }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  PhaseClock& clock_;
};

}  // namespace evenkeel::telemetry
