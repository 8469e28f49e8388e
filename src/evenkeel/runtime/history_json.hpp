// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The manager's memory as JSON, for checkpoints.
#pragma once

#include <string>
#include <string_view>

#include "evenkeel/manager/history.hpp"

namespace evenkeel::runtime {

std::string to_json(const manager::History& history);

/// \throws InputError if \p json is not what to_json writes
manager::History history_from_json(std::string_view json);

}  // namespace evenkeel::runtime
