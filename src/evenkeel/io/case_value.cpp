// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Conversion and checking of case-file values.
#include "evenkeel/io/case_value.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"
#include "evenkeel/core/units.hpp"

namespace evenkeel::io {
namespace {

template <class T>
std::optional<std::vector<T>> list(const toml::node& node) {
  const toml::array* array = node.as_array();
  if (array == nullptr) {
    return std::nullopt;
  }
  std::vector<T> values;
  for (const toml::node& element : *array) {
    const std::optional<T> value = element.is_boolean() ? std::nullopt : element.value<T>();
    if (!value) {
      return std::nullopt;
    }
    values.push_back(*value);
  }
  return values;
}

bool is_whole(double value) {
  return std::floor(value) == value;
}

/// Text with a unit; 0 needs none.
std::optional<double> quantity(const toml::node& node, Dimension dimension) {
  if (const auto* word = node.as_string()) {
    return parse_quantity(word->get(), dimension);
  }
  return node.is_number() && scalar(node) == 0.0 ? std::optional(0.0) : std::nullopt;
}

std::optional<std::vector<double>> quantities(const toml::node& node, Dimension dimension) {
  std::vector<double> values;
  for (const toml::node& element : node.is_array() ? *node.as_array() : toml::array{}) {
    const std::optional<double> value = quantity(element, dimension);
    if (!value) {
      return std::nullopt;
    }
    values.push_back(*value);
  }
  return node.is_array() ? std::optional(values) : std::nullopt;
}

template <class T>
std::optional<CaseValue> wrap(std::optional<T> value) {
  return value ? std::optional<CaseValue>(std::move(*value)) : std::nullopt;
}

/// A number as a case file has it. As an integer, whole ones without a point.
std::string written_number(double x, KeyType type) {
  using enum KeyType;
  switch (type) {
    case kBoolean:
      return x != 0.0 ? "true" : "false";
    case kSeconds:
      return fmt::format("\"{}\"", format_quantity(x, Dimension::kSeconds));
    case kBytes:
    case kByteSizes:
      return fmt::format("\"{}\"", format_quantity(x, Dimension::kBytes));
    default:
      break;
  }
  if (std::isinf(x)) {
    return x > 0 ? "inf" : "-inf";
  }
  if (!is_whole(x) || std::abs(x) >= 1e15) {
    return fmt::format("{}", x);
  }
  return fmt::format("{:.{}f}", x, type == kInteger || type == kIntegers ? 0 : 1);
}

std::string quoted(const std::string& word) {
  std::ostringstream out;
  out << toml::value<std::string>(word);
  return out.str();
}

template <class Value, class Show>
std::string listed(const std::vector<Value>& values, const Show& show) {
  std::string text;
  for (const Value& x : values) {
    text += (text.empty() ? "" : ", ") + show(x);
  }
  return "[" + text + "]";
}

}  // namespace

std::string shown(const toml::node& node) {
  std::ostringstream out;
  node.visit([&](const auto& value) { out << value; });
  return out.str();
}

std::optional<double> scalar(const toml::node& node) {
  if (const auto* truth = node.as_boolean()) {
    return truth->get() ? 1.0 : 0.0;
  }
  if (const auto* whole = node.as_integer()) {
    return static_cast<double>(whole->get());  // value<double>() has none where digits are lost
  }
  return node.value<double>();
}

std::optional<CaseValue> convert(const toml::node& node, KeyType type) {
  using enum KeyType;
  switch (type) {
    case kText:
      return wrap(node.value<std::string>());
    case kBoolean:
      return node.is_boolean() ? wrap(scalar(node)) : std::nullopt;
    case kInteger:
      return node.is_number() && is_whole(*scalar(node)) ? wrap(scalar(node)) : std::nullopt;
    case kNumber:
      return node.is_number() ? wrap(scalar(node)) : std::nullopt;
    case kSeconds:
      return wrap(quantity(node, Dimension::kSeconds));
    case kBytes:
      return wrap(quantity(node, Dimension::kBytes));
    case kIntegers: {
      auto values = list<double>(node);
      return values && std::ranges::all_of(*values, is_whole) ? wrap(values) : std::nullopt;
    }
    case kNumbers:
      return wrap(list<double>(node));
    case kByteSizes:
      return wrap(quantities(node, Dimension::kBytes));
    case kTexts:
      return wrap(list<std::string>(node));
  }
  return std::nullopt;
}

std::string range_problem(const KeySpec& key, const CaseValue& value) {
  const auto outside = [&](double x) { return !(x >= key.min && x <= key.max); };
  const auto strange = [&](const std::string& word) {
    return !key.choices.empty() && std::ranges::find(key.choices, word) == key.choices.end();
  };
  const std::string range = std::isfinite(key.max)   ? fmt::format("{} to {}", key.min, key.max)
                            : std::isfinite(key.min) ? fmt::format("{} or more", key.min)
                                                     : "any number";
  const auto number = [&](double x) {
    return outside(x) ? fmt::format("{} is {}, allowed is {}{}", key.name, x, range,
                                    key.unit.empty() ? "" : fmt::format(" [{}]", key.unit))
                      : "";
  };
  const auto word = [&](const std::string& x) {
    return strange(x) ? fmt::format("{} is '{}', allowed are {}{}", key.name, x, join(key.choices),
                                    suggestion(x, key.choices))
                      : "";
  };
  if (const auto* one = std::get_if<double>(&value)) {
    return number(*one);
  }
  if (const auto* one = std::get_if<std::string>(&value)) {
    return word(*one);
  }
  std::string problem;
  if (const auto* many = std::get_if<std::vector<double>>(&value)) {
    std::ranges::for_each(*many,
                          [&](double x) { problem = problem.empty() ? number(x) : problem; });
  } else {
    for (const std::string& x : std::get<std::vector<std::string>>(value)) {
      problem = problem.empty() ? word(x) : problem;
    }
  }
  return problem;
}

std::string written(const CaseValue& value, const KeySpec* key) {
  const auto number = [key](double x) {
    return written_number(x, key == nullptr ? KeyType::kInteger : key->type);
  };
  if (const auto* one = std::get_if<double>(&value)) {
    return number(*one);
  }
  if (const auto* one = std::get_if<std::string>(&value)) {
    return quoted(*one);
  }
  if (const auto* many = std::get_if<std::vector<double>>(&value)) {
    return listed(*many, number);
  }
  return listed(std::get<std::vector<std::string>>(value), quoted);
}

}  // namespace evenkeel::io
