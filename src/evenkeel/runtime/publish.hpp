// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How parts of a run tell what happens without knowing who listens.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/telemetry/event.hpp"

namespace evenkeel::runtime {

/// Takes an event of one of telemetry::kind, but for warnings. Called on every rank; rank 0 alone
/// records. \p step: the coarse steps that were done when it happened; nothing: it happens now.
using Publish =
    std::function<void(std::string_view kind, JsonLine fields, std::optional<std::int64_t> step)>;

}  // namespace evenkeel::runtime
