// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How good owners of patches are.
#pragma once

#include <cstdint>
#include <vector>

#include "evenkeel/partition/patch_partitioner.hpp"

namespace evenkeel::partition {

/// Figures as in Quality: times are relative to all load over all capacity.
struct PatchQuality {
  double bottleneck = 0.0;             ///< largest time of a processor - 1
  std::vector<double> seed_imbalance;  ///< [%], shape [processors]
  double per_level_time = 0.0;         ///< sum over levels of the largest time on each; 1 is ideal
  double lower_bound = 0.0;            ///< no owners of these pieces have a smaller bottleneck
  double level_bound = 0.0;            ///< nor a smaller per-level time
  double moved = 0.0;                  ///< [cells] that had another owner before
  double moved_fraction = 0.0;         ///< of all cells that had one
  std::int64_t patches = 0;
  int empty_parts = 0;  ///< processors with capacity but without a patch
};

/// Measures \p patches. Cost: O(patches log patches), and that of finding overlaps with the
/// previous ones.
PatchQuality measure(const PatchProblem& problem, const OwnedPatches& patches);

}  // namespace evenkeel::partition
