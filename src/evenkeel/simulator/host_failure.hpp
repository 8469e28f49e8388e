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

/// Part of a replay: on these places of this platform, from this coarse step on, told to whom.
using PlayPart =
    std::function<ReplayResult(const Platform&, const std::vector<Place>&, std::int64_t,
                               const std::function<void(const Chance&)>&)>;

/// Plays until the host fails, and from the last checkpoint before that on the other places. What
/// is learned of ranks is learned anew.
///
/// \returns as of the second part, but steps are all that count, and before and lost are set; as of
///          the first part, if that had ended before
/// \throws InputError if no place is left
ReplayResult replay_with_failure(const Platform& platform, const std::vector<Place>& places,
                                 const HostFailure& failure, const PlayPart& play);

}  // namespace evenkeel::simulator
