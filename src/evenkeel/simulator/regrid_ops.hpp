// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a chance to repartition makes the ranks do.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/simulator/step_model.hpp"

namespace evenkeel::simulator {

/// A decision carried out.
struct Rebuild {
  std::vector<double> cells;       ///< [ranks] that are flagged, clustered and filled
  double partition_seconds = 0.0;  ///< on a processor of reference speed [s]
  Exchange migration = {};
};

/// What each rank moves while all move halfway round, as runtime::try_moving() finds it [byte/s].
/// \pre places has two at least
double rate_of_moving(const CostModel& cost, const Platform& platform,
                      std::span<const Place> places);

/// The ops of chances, one after the other. Platform, places and costs outlive it.
class RegridOps {
 public:
  RegridOps(const CostModel& cost, const Platform& platform, std::span<const Place> places)
      : cost_(cost), platform_(platform), places_(places) {}

  /// All ranks tell what they did, and that is all.
  void gather();

  /// They tell, find new owners, regrid and move.
  void regrid(Rebuild rebuild);

  /// Of the last call.
  const Segment& segment() const { return segment_; }

 private:
  void refer();

  const CostModel& cost_;
  const Platform& platform_;
  std::span<const Place> places_;
  std::vector<Op> ops_;
  Segment segment_;
};

}  // namespace evenkeel::simulator
