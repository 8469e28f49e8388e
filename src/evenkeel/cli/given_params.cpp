// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Takes `name=value` apart.
#include "evenkeel/cli/given_params.hpp"

#include <charconv>

#include "evenkeel/core/error.hpp"

namespace evenkeel::cli {
namespace {

ParamValue value_of(const std::string& word) {
  if (word == "true" || word == "false") {
    return word == "true" ? 1.0 : 0.0;
  }
  double number = 0.0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = fault == std::errc() && end == word.data() + word.size();
  return whole ? ParamValue(number) : ParamValue(word);
}

}  // namespace

ParamValues given_params(const std::vector<std::string>& settings) {
  ParamValues values;
  for (const std::string& text : settings) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign == 0) {
      throw InputError("-s '" + text + "'; expected name=value");
    }
    const std::string name = text.substr(0, sign);
    values[name.substr(name.find('.') + 1)] = value_of(text.substr(sign + 1));
  }
  return values;
}

}  // namespace evenkeel::cli
