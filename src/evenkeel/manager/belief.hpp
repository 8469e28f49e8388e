// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How fast ranks are, by what was measured and by what was known before.
#pragma once

#include <vector>

#include "evenkeel/manager/history.hpp"
#include "evenkeel/manager/observation.hpp"

namespace evenkeel::manager {

/// The rates of \p now, [ranks], drawn towards the shares in force by that part of what they
/// deviate from these which noise explains. Errors stay those of what was measured. As measured
/// while no shares were chosen, and where limits have changed since: that is no noise.
///
/// \see machine::drawn_together
std::vector<machine::RankRate> believed_rates(const Observation& now, const History& past);

}  // namespace evenkeel::manager
