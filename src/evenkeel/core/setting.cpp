// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Takes `group.name=value` apart.
#include "evenkeel/core/setting.hpp"

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel {

ParamValue param_value(std::string_view word) {
  if (word == "true" || word == "false") {
    return word == "true" ? 1.0 : 0.0;
  }
  const std::optional<double> number = parse<double>(word);
  return number ? ParamValue(*number) : ParamValue(std::string(word));
}

Setting parse_setting(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos || sign == 0) {
    throw InputError("-s '" + std::string(text) + "'; expected name=value");
  }
  const std::string_view name = text.substr(0, sign);
  const std::size_t dot = name.find('.');
  const bool grouped = dot != std::string_view::npos;
  return {.group = std::string(grouped ? name.substr(0, dot) : std::string_view()),
          .name = std::string(grouped ? name.substr(dot + 1) : name),
          .value = param_value(text.substr(sign + 1))};
}

}  // namespace evenkeel
