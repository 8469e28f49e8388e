// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What following new shares has cost lately.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace evenkeel::manager {

/// Until something has moved: of all ranks together at least that of a link of 1 Gbit/s, and of one
/// while others move, too. [byte/s]
inline constexpr double kPriorBandwidth = 1e8;
inline constexpr double kPriorRankBandwidth = 2.5e7;

/// What the ranks went through since the last chance. Seconds are the most of any rank.
struct Interval {
  std::int64_t steps = 0;        ///< coarse
  double elapsed = 0.0;          ///< [s]
  double busy = 0.0;             ///< computing steps [s]
  double moved_bytes = 0.0;      ///< of all ranks together [byte]
  double regrid_seconds = 0.0;   ///< computing for regrids [s]
  double install_seconds = 0.0;  ///< building levels, moving and waiting included; 0: none was [s]
  bool has_moved = false;        ///< the decision at its begin gave new owners
};

/// Prices of decisions, learned from one chance to the next.
struct Prices {
  double step_seconds = 0.0;           ///< of a coarse step since the last chance [s]
  double look_seconds = 0.0;           ///< of the last look at rates and sensors [s]
  double partition_seconds = 0.0;      ///< of the last decision [s]
  double quiet_regrid_seconds = 0.0;   ///< computing for a regrid without new owners [s]
  double quiet_install_seconds = 0.0;  ///< of one: building its levels, waits included [s]
  double rebuild_seconds = 0.0;        ///< computing for one with new owners beyond that [s]
  double bandwidth = kPriorBandwidth;  ///< [byte/s] what it takes beyond both is moving; a prior
                                       ///< until something has moved

  /// As long as nothing is known of \p ranks: more of them move more at once.
  static Prices of(std::size_t ranks) {
    return {.bandwidth =
                std::max(kPriorBandwidth, kPriorRankBandwidth * static_cast<double>(ranks))};
  }

  /// A regrid with new owners costs more than one without: the difference is what deciding must
  /// pay. Partitioning, that of \p last, is known before.
  void learn(const Interval& last);
};

}  // namespace evenkeel::manager
