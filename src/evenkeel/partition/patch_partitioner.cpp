// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a problem of patches must keep.
#include "evenkeel/partition/patch_partitioner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evenkeel/core/error.hpp"

namespace evenkeel::partition {

void check(const PatchProblem& problem) {
  const auto is_amount = [](double value) { return std::isfinite(value) && value >= 0.0; };
  EVENKEEL_EXPECT(problem.cell_load.size() == problem.levels.size());
  EVENKEEL_EXPECT(problem.previous.empty() || problem.previous.size() == problem.levels.size());
  EVENKEEL_EXPECT(problem.align >= 1 && problem.ratio >= 1);
  EVENKEEL_EXPECT(std::ranges::all_of(problem.cell_load, is_amount));
  EVENKEEL_EXPECT(std::ranges::all_of(problem.capacity, is_amount));
  EVENKEEL_EXPECT(std::accumulate(problem.capacity.begin(), problem.capacity.end(), 0.0) > 0.0);
}

}  // namespace evenkeel::partition
