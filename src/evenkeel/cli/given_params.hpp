// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Parameters of plug-ins from `-s name=value`.
#pragma once

#include <string>
#include <vector>

#include "evenkeel/core/params.hpp"

namespace evenkeel::cli {

/// Numbers stay numbers, true and false are 1 and 0, anything else is a word. What stands before a
/// dot in the name is dropped: `manage.weight=0.1`, as in a case file.
///
/// \throws InputError if one of \p settings is not name=value
ParamValues given_params(const std::vector<std::string>& settings);

}  // namespace evenkeel::cli
