// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Quantities as options of a command line take them.
#pragma once

#include <string>

#include "evenkeel/core/units.hpp"

namespace evenkeel {

/// The value of \p text in SI, as parse_quantity() reads it, of the option \p option ("--for").
///
/// \throws InputError that names the option if it is no quantity, or below 0
double option_quantity(const std::string& option, const std::string& text, Dimension dimension);

}  // namespace evenkeel
