// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Repartition inside groups: work moves among ranks that are near each other.
#pragma once

#include <optional>
#include <span>

#include "evenkeel/manager/policy.hpp"

namespace evenkeel::manager {

/// True where ranks form several groups of which one has several members.
bool has_groups(const Observation& now);

/// Each group divides what its members hold by \p method; between groups nothing moves. Nothing
/// where a group that holds work has no capacity.
///
/// \param kept      shape [units], no unit without owner
/// \param capacity  shape [ranks]
std::optional<partition::Owners> assign_within_groups(const Method& method, const Observation& now,
                                                      const partition::Owners& kept,
                                                      std::span<const double> capacity);

}  // namespace evenkeel::manager
