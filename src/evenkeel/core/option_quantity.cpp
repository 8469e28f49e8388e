// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// parse_quantity() with the name of the option and a check of the sign.
#include "evenkeel/core/option_quantity.hpp"

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel {

double option_quantity(const std::string& option, const std::string& text, Dimension dimension) {
  double value = 0.0;
  try {
    value = parse_quantity(text, dimension);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", option, error.what()));
  }
  if (value < 0.0) {
    throw InputError(fmt::format("{} is {}; expected 0 or more", option, text));
  }
  return value;
}

}  // namespace evenkeel
