// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Words for what nlohmann-json says.
#include "evenkeel/core/json_text.hpp"

#include <algorithm>

#include "evenkeel/core/error.hpp"

namespace evenkeel {
namespace {

/// Where the byte number \p byte, from 1, is in \p text.
Location place_of(std::string_view text, std::size_t byte, const std::string& file) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == before.npos ? before.size() : before.size() - newline - 1;
  return {file, static_cast<int>(line), static_cast<int>(column) + 1};
}

/// What stands last in \p what, behind names of exceptions, numbers and places.
std::string reason_of(std::string_view what) {
  for (const std::string_view sign : {"] ", ": ", " - "}) {
    if (const std::size_t at = what.find(sign); at != what.npos) {
      what.remove_prefix(at + sign.size());
    }
  }
  return std::string(what);
}

}  // namespace

nlohmann::json parse_json(std::string_view text, const std::string& file) {
  Problems problems;
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    problems.add(place_of(text, error.byte, file), "this is no JSON: " + reason_of(error.what()));
  } catch (const nlohmann::json::exception& error) {  // a number that no double holds
    problems.add({file}, "this is no JSON: " + reason_of(error.what()));
  }
  problems.throw_if_any();
  return {};
}

}  // namespace evenkeel
