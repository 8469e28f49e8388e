// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What following new shares has cost lately.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace evenkeel::manager {

/// Where the bandwidth of migrations is known from.
enum class Evidence {
  kAssumed,  ///< nowhere
  kTried,    ///< a trial, before anything has moved
  kSeen,     ///< what has moved
};

/// What one rank moves, as long as nothing is known: most of a link of 1 Gbit/s. [byte/s]
inline constexpr double kPriorBandwidth = 1e8;

/// What the ranks went through since the last chance. Seconds are the most of any rank.
struct Interval {
  std::int64_t steps = 0;        ///< coarse
  double elapsed = 0.0;          ///< [s]
  double busy = 0.0;             ///< computing steps [s]
  double moved_bytes = 0.0;      ///< most that one rank sent, or that one received [byte]
  double regrid_seconds = 0.0;   ///< computing for regrids [s]
  double install_seconds = 0.0;  ///< building levels, moving and waiting included; 0: none was [s]
  bool has_moved = false;        ///< the decision at its begin gave new owners
};

/// Prices of decisions, learned from one chance to the next.
struct Prices {
  double step_seconds = 0.0;               ///< of a coarse step since the last chance [s]
  double look_seconds = 0.0;               ///< of the last look at rates and sensors [s]
  double partition_seconds = 0.0;          ///< of the last decision [s]
  double quiet_regrid_seconds = 0.0;       ///< computing for a regrid without new owners [s]
  double quiet_install_seconds = 0.0;      ///< of one: building its levels, waits included [s]
  double rebuild_seconds = 0.0;            ///< computing beyond that, however little moves [s]
  double rebuild_per_byte = 0.0;           ///< and for what a rank moves: memory, copies [s/byte]
  double rebuilt_bytes = 0.0;              ///< that tell, those long ago counting less [byte]
  double bandwidth = kPriorBandwidth;      ///< of a rank [byte/s] what it takes beyond is moving
  Evidence evidence = Evidence::kAssumed;  ///< of the bandwidth

  /// What \p ranks ranks move together, taken that one in four does at a time. [byte/s]
  double bandwidth_of(std::size_t ranks) const {
    constexpr double kMoving = 0.25;
    return bandwidth * std::max(1.0, kMoving * static_cast<double>(ranks));
  }

  /// Whether a trial of some 50 ms is worth it: steps are long, and so there is much to move.
  bool want_trial() const {
    constexpr double kLongStep = 0.1;  // [s]
    return evidence == Evidence::kAssumed && step_seconds > kLongStep;
  }

  /// A trial has shown what each rank moves while all do [byte/s].
  void learn_of_trial(double each) {
    bandwidth = each;
    evidence = Evidence::kTried;
  }

  /// What is left of them on \p ranks ranks, where \p before have learned them: a share of the
  /// cells takes as long as before, and how long steps are is not known.
  Prices on(std::size_t ranks, std::size_t before) const;

  /// A regrid with new owners costs more than one without: the difference is what deciding must
  /// pay. Partitioning, that of \p last, is known before.
  void learn(const Interval& last);
};

}  // namespace evenkeel::manager
