// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How lines to people open.
#pragma once

#include <string>

namespace evenkeel {

enum class Tone { kWarning, kFault };

/// Whether standard error is a terminal that shows colours: neither where NO_COLOR is set to
/// anything (no-color.org) nor where TERM is "dumb" or not set.
bool shows_colour();

/// "evenkeel: ", yellow or red where \p has_colour.
std::string line_opening(Tone tone, bool has_colour = shows_colour());

}  // namespace evenkeel
