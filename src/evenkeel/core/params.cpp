// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checking of plug-in parameters.
#include "evenkeel/core/params.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/plugin_info.hpp"
#include "evenkeel/core/text.hpp"

namespace evenkeel {
namespace {

std::vector<std::string_view> names_of(std::span<const ParamSpec> specs) {
  std::vector<std::string_view> names;
  for (const ParamSpec& spec : specs) {
    names.push_back(spec.name);
  }
  return names;
}

std::string number_problem(const ParamSpec& spec, double value) {
  const bool is_kind = !spec.is_whole || value == std::round(value);
  if (is_kind && std::isfinite(value) && value >= spec.min && value <= spec.max) {
    return "";
  }
  return fmt::format("parameter '{}' is {}, allowed is {} [{}]", spec.name, value,
                     describe(spec).allowed, spec.unit);
}

/// Some choices look like numbers.
std::string word_of(const ParamValue& value) {
  const std::string* word = std::get_if<std::string>(&value);
  return word != nullptr ? *word : fmt::format("{}", std::get<double>(value));
}

std::string choice_problem(const ParamSpec& spec, const ParamValue& value) {
  const std::string found = word_of(value);
  if (std::ranges::find(spec.choices, found) != spec.choices.end()) {
    return "";
  }
  return fmt::format("parameter '{}' is '{}', allowed are {}{}", spec.name, found,
                     join(spec.choices), suggestion(found, spec.choices));
}

/// True and false as the numbers that they are where these alone are allowed.
ParamValue as_number(const ParamSpec& spec, const ParamValue& value) {
  const std::string* word = std::get_if<std::string>(&value);
  const bool is_flag = spec.is_whole && spec.min == 0.0 && spec.max == 1.0;
  if (is_flag && word != nullptr && (*word == "true" || *word == "false")) {
    return *word == "true" ? 1.0 : 0.0;
  }
  return value;
}

std::string problem(const ParamSpec& spec, const ParamValue& value) {
  if (!spec.choices.empty()) {
    return choice_problem(spec, value);
  }
  if (const double* number = std::get_if<double>(&value)) {
    return number_problem(spec, *number);
  }
  return fmt::format("parameter '{}' is '{}', wanted is a number [{}]", spec.name,
                     std::get<std::string>(value), spec.unit);
}

}  // namespace

Params::Params(std::span<const ParamSpec> specs, const ParamValues& given) {
  for (const ParamSpec& spec : specs) {
    const bool words = !spec.choices.empty();
    values_[std::string(spec.name)] = {
        spec.fallback, words ? spec.choices[static_cast<std::size_t>(spec.fallback)] : "",
        spec.fallback};
  }
  std::string problems;
  const auto complain = [&](const std::string& text) {
    problems += problems.empty() || text.empty() ? text : "\n" + text;
  };
  for (const auto& [name, each] : given) {
    const auto spec = std::ranges::find(specs, name, &ParamSpec::name);
    const ParamValue value = spec == specs.end() ? each : as_number(*spec, each);
    if (spec == specs.end()) {
      const auto known = names_of(specs);
      complain(fmt::format("no parameter '{}'; known: {}{}", name, join(known),
                           suggestion(name, known)));
    } else if (const std::string text = problem(*spec, value); !text.empty()) {
      complain(text);
    } else if (!spec->choices.empty()) {
      const auto word = std::ranges::find(spec->choices, word_of(value));
      values_[name] = {static_cast<double>(word - spec->choices.begin()), *word, spec->fallback};
    } else {
      values_[name] = {std::get<double>(value), "", spec->fallback};
    }
  }
  if (!problems.empty()) {
    throw InputError(problems);
  }
}

const Params::Value& Params::value(std::string_view name) const {
  const auto found = values_.find(name);
  EVENKEEL_EXPECT(found != values_.end());
  found->second.is_read = true;
  return found->second;
}

double Params::operator[](std::string_view name) const {
  return value(name).number;
}

std::string_view Params::choice(std::string_view name) const {
  EVENKEEL_EXPECT(!value(name).word.empty());
  return value(name).word;
}

std::vector<std::string> Params::unread() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : values_) {
    if (value.number != value.fallback && !value.is_read) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace evenkeel
