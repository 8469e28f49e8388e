// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// JSON that people write or cut short.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace evenkeel {

/// The value that \p text is.
///
/// \param file  for messages
/// \throws InputError with file:line:column and what is wrong there
nlohmann::json parse_json(std::string_view text, const std::string& file);

}  // namespace evenkeel
