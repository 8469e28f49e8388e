// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cases as text, and what is said about them.
#pragma once

#include <string>
#include <vector>

#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {

/// The least that is a case.
inline const std::string kPlainCase = "kernel = \"rm2d\"\ntime.steps = 8\n";

/// As `case.toml`.
inline CheckedCase check(const std::string& text, const std::vector<std::string>& overrides = {},
                         std::size_t ranks = 0) {
  return check_case("case.toml", text, overrides, Plugins::builtin(), ranks);
}

/// What is said about a case, or "" if it is good.
inline std::string complaint(const std::string& text, std::size_t ranks = 0) {
  try {
    check(text, {}, ranks);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace evenkeel::runtime
