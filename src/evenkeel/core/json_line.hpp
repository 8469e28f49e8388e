// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Builds one-line JSON objects without a JSON library in the header.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace evenkeel {

/// A JSON object on one line, keys in the order they were added.
///
/// Doubles are written so that they read back the same; NaN and infinities, which JSON lacks, as
/// null. Text that is not UTF-8 gets replacement characters. The caller adds each key once.
class JsonLine {
 public:
  JsonLine& add(std::string_view key, double value);
  JsonLine& add(std::string_view key, bool value);
  JsonLine& add(std::string_view key, std::string_view value);
  JsonLine& add(std::string_view key, const char* value) {
    return add(key, std::string_view(value));
  }
  template <std::integral Integer>
  JsonLine& add(std::string_view key, Integer value) {
    return add_integer(key, static_cast<std::int64_t>(value));
  }
  JsonLine& add(std::string_view key, const JsonLine& object);

  JsonLine& add(std::string_view key, std::span<const double> values);
  JsonLine& add(std::string_view key, std::span<const std::int64_t> values);
  JsonLine& add(std::string_view key, std::span<const std::string> values);
  JsonLine& add(std::string_view key, std::span<const JsonLine> objects);

  /// Adds all members of \p other.
  JsonLine& append(const JsonLine& other);

  /// The object in braces: {"a": 1, "b": "two"}
  std::string text() const;

 private:
  JsonLine& add_integer(std::string_view key, std::int64_t value);
  JsonLine& add_raw(std::string_view key, std::string_view json);

  std::string members_;
};

}  // namespace evenkeel
