// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A decision as the fields of an event: of a run as of a replay.
#pragma once

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/manager/plan.hpp"

namespace evenkeel::manager {

/// {"alternatives": [{"name", "step_s", "migration_bytes", "busiest_bytes", "cost_s", "gain_s",
///                    "memory"}],
/// "choice", "repartition", "capacity", "gain_s", "cost_s", "reason"}; no choice where nothing was
/// weighed
JsonLine to_json(const Plan& plan);

}  // namespace evenkeel::manager
