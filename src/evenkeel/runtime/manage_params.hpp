// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The table [manage] has parameters of two plug-ins: of the policy and of the capacity metric.
#pragma once

#include <string_view>
#include <vector>

#include "evenkeel/core/params.hpp"

namespace evenkeel::runtime {

/// What the metric called \p name declares; empty where there is none of that name.
std::vector<ParamSpec> metric_params(std::string_view name);

/// Those of \p given that \p specs declare.
ParamValues declared(const ParamValues& given, std::span<const ParamSpec> specs);

}  // namespace evenkeel::runtime
