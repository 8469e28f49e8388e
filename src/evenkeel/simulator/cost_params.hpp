// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The constants of the cost model as declared parameters, and where their values come from.
#pragma once

#include <span>
#include <string>

#include "evenkeel/core/params.hpp"
#include "evenkeel/simulator/step_model.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::simulator {

/// What `-s cost.NAME=value` may set.
std::span<const ParamSpec> cost_params();

/// What the trace says of its application, then \p given over it. Without seconds per update in
/// either, 1e-7 s.
///
/// \throws InputError naming unknown names and values out of range
CostModel cost_model(const workload::TraceHeader& header, const ParamValues& given);

}  // namespace evenkeel::simulator
