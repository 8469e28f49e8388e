// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Colours by the codes of ECMA-48.
#include "evenkeel/core/opening.hpp"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace evenkeel {

std::string line_opening(Tone tone, bool has_colour) {
  const std::string name = "evenkeel: ";
  const std::string code = tone == Tone::kFault ? "\033[31m" : "\033[33m";
  return has_colour ? code + name + "\033[0m" : name;
}

bool shows_colour() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value != nullptr ? value : "");
  };
  const std::string_view terminal = variable("TERM");
  return isatty(STDERR_FILENO) != 0 && variable("NO_COLOR").empty() && !terminal.empty() &&
         terminal != "dumb";
}

}  // namespace evenkeel
