// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The table [manage] has parameters of two plug-ins: of the policy and of the capacity metric.
#pragma once

#include <vector>

#include "evenkeel/core/params.hpp"
#include "evenkeel/io/case_file.hpp"

namespace evenkeel::runtime {

/// What the metric that manage.capacity names declares; empty where there is none of that name. The
/// defaults of those that machine.weights sets are these weights.
std::vector<ParamSpec> metric_params(const io::Case& settings);

/// Those of \p given that \p specs declare.
ParamValues declared(const ParamValues& given, std::span<const ParamSpec> specs);

}  // namespace evenkeel::runtime
