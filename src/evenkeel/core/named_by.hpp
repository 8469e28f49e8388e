// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Faults say which option they come from.
#pragma once

#include <string>
#include <string_view>

#include "evenkeel/core/error.hpp"

namespace evenkeel {

/// What \p make gives. \throws InputError as it does, opening with "OPTION: "
template <class Make>
auto named_by(std::string_view option, const Make& make) {
  try {
    return make();
  } catch (const InputError& error) {
    throw InputError(std::string(option) + ": " + error.what());
  }
}

}  // namespace evenkeel
