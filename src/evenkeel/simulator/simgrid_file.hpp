// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The part of SimGrid's XML that stars of hosts need; parse_platform says which.
#pragma once

#include <string>
#include <string_view>

#include "evenkeel/simulator/platform.hpp"

namespace evenkeel::simulator {

/// \throws InputError as parse_platform does
Platform parse_simgrid(std::string_view text, const std::string& file);

}  // namespace evenkeel::simulator
