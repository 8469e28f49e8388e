// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parameters as people type them: `-s group.name=value`.
#pragma once

#include <string>
#include <string_view>

#include "evenkeel/core/params.hpp"

namespace evenkeel {

/// One `group.name=value`; the group may be missing.
struct Setting {
  std::string group;
  std::string name;
  ParamValue value;
};

/// Numbers stay numbers, true and false are 1 and 0, anything else is a word.
ParamValue param_value(std::string_view word);

/// The value as param_value() understands it.
///
/// \throws InputError if \p text is not name=value
Setting parse_setting(std::string_view text);

}  // namespace evenkeel
