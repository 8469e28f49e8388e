// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Questions that every policy asks of an observation.
#include "evenkeel/manager/observation.hpp"

#include <algorithm>

#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::manager {

bool is_measured(const Observation& now) {
  return std::ranges::any_of(now.rates, &machine::RankRate::known);
}

bool is_first(const Observation& now) {
  return std::ranges::all_of(now.owners, [](int owner) { return owner == workload::kNoOwner; });
}

}  // namespace evenkeel::manager
