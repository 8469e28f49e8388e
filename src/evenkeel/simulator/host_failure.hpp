// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A run that loses a host and carries on from its last checkpoint.
#pragma once

#include <cstdint>
#include <functional>

#include "evenkeel/simulator/replay.hpp"

namespace evenkeel::simulator {

struct HostFailure {
  std::size_t host = 0;
  double time = 0.0;           ///< [s]
  std::int64_t interval = 20;  ///< coarse steps from checkpoint to checkpoint, taken at regrids
  double restart = 30.0;       ///< to notice, and to start and read the checkpoint [s]
};

/// Plays a part and tells of its chances, with steps and times of its own.
using PlayPart =
    std::function<ReplayResult(const ReplayPart&, const std::function<void(const Chance&)>&)>;

/// Plays until the host fails, and from the last checkpoint before that on the other places. What
/// is learned of ranks is learned anew. The first part is played in a process of its own: some back
/// ends know one run per process.
///
/// \returns as of the second part, but steps are all that count, and before and lost are set; as of
///          the first part, if that had ended before
/// \throws InputError if no place is left
ReplayResult replay_with_failure(const Platform& platform, const std::vector<Place>& places,
                                 const HostFailure& failure, const PlayPart& play);

}  // namespace evenkeel::simulator
