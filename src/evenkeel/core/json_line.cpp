// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// JSON text of values; escaping is left to the JSON library.
#include "evenkeel/core/json_line.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace evenkeel {
namespace {

bool needs_escapes(char letter) {
  return letter < ' ' || letter > '~' || letter == '"' || letter == '\\';
}

std::string json_of(std::string_view text) {
  if (std::ranges::none_of(text, needs_escapes)) {  // like every key
    return fmt::format("\"{}\"", text);
  }
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_of(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

std::string json_of(std::int64_t value) {
  return fmt::format("{}", value);
}

std::string json_of(const JsonLine& object) {
  return object.text();
}

template <class Value>
std::string array_of(std::span<const Value> values) {
  std::string json = "[";
  for (const Value& value : values) {
    json += json.size() > 1 ? ", " : "";
    json += json_of(value);
  }
  return json + "]";
}

}  // namespace

JsonLine& JsonLine::add_raw(std::string_view key, std::string_view json) {
  members_ += members_.empty() ? "" : ", ";
  members_ += json_of(key);
  members_ += ": ";
  members_ += json;
  return *this;
}

JsonLine& JsonLine::add_integer(std::string_view key, std::int64_t value) {
  return add_raw(key, json_of(value));
}

JsonLine& JsonLine::add(std::string_view key, double value) {
  return add_raw(key, json_of(value));
}

JsonLine& JsonLine::add(std::string_view key, bool value) {
  return add_raw(key, value ? "true" : "false");
}

JsonLine& JsonLine::add(std::string_view key, std::string_view value) {
  return add_raw(key, json_of(value));
}

JsonLine& JsonLine::add(std::string_view key, const JsonLine& object) {
  return add_raw(key, object.text());
}

JsonLine& JsonLine::add(std::string_view key, std::span<const double> values) {
  return add_raw(key, array_of(values));
}

JsonLine& JsonLine::add(std::string_view key, std::span<const std::int64_t> values) {
  return add_raw(key, array_of(values));
}

JsonLine& JsonLine::add(std::string_view key, std::span<const std::string> values) {
  return add_raw(key, array_of(values));
}

JsonLine& JsonLine::add(std::string_view key, std::span<const JsonLine> objects) {
  return add_raw(key, array_of(objects));
}

JsonLine& JsonLine::append(const JsonLine& other) {
  members_ += members_.empty() || other.members_.empty() ? "" : ", ";
  members_ += other.members_;
  return *this;
}

std::string JsonLine::text() const {
  return "{" + members_ + "}";
}

}  // namespace evenkeel
