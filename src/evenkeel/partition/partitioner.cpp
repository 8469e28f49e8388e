// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a problem must keep, for every method alike.
#include "evenkeel/partition/partitioner.hpp"

#include <cmath>

namespace evenkeel::partition {

void check(const Problem& problem) {
  EVENKEEL_EXPECT(problem.previous.empty() || problem.previous.size() == problem.units.size());
  double sum = 0.0;
  for (const double capacity : problem.capacity) {
    EVENKEEL_EXPECT(std::isfinite(capacity) && capacity >= 0.0);
    sum += capacity;
  }
  EVENKEEL_EXPECT(sum > 0.0);
}

}  // namespace evenkeel::partition
