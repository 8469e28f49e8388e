// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Words: cut out of lines, joined to lists, and the nearest known name, for error messages.
#pragma once

#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace evenkeel {

inline constexpr std::string_view kBlanks = " \t\r";

/// \p text without the \p blanks around it, at its end where there is nothing else.
std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks);

/// What stands between the commas of \p line, each trimmed; at least one field.
std::vector<std::string_view> fields_of(std::string_view line, std::string_view blanks = kBlanks);

/// All of \p word as a number, whatever the locale, or nothing.
template <class Number>
std::optional<Number> parse(std::string_view word) {
  Number value{};
  const char* const last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, value);
  return error == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

/// "a, b, c"; "none" when empty.
std::string join(std::span<const std::string_view> words);

/// The word of \p known with the least edit distance to \p word, or "" if none is near (distance
/// above a third of its length plus one).
std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// " (did you mean 'x'?)", or "" when nothing is near. For the end of a message.
std::string suggestion(std::string_view word, std::span<const std::string_view> known);

}  // namespace evenkeel
