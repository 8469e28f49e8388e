// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Drops the groups of settings.
#include "evenkeel/cli/given_params.hpp"

#include "evenkeel/core/setting.hpp"

namespace evenkeel::cli {

ParamValues given_params(const std::vector<std::string>& settings) {
  ParamValues values;
  for (const std::string& text : settings) {
    Setting setting = parse_setting(text);
    values[setting.name] = std::move(setting.value);
  }
  return values;
}

}  // namespace evenkeel::cli
