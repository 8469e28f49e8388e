// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How parts of a run tell what happens without knowing who listens.
#pragma once

#include <functional>
#include <string_view>

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/telemetry/event.hpp"

namespace evenkeel::runtime {

/// Takes an event of one of telemetry::kind. Called on every rank; rank 0 alone records.
using Publish = std::function<void(std::string_view kind, JsonLine fields)>;

}  // namespace evenkeel::runtime
