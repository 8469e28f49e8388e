// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Scanning, of text without copies.
#include "evenkeel/monitor/scan.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

#include "evenkeel/core/text.hpp"

namespace evenkeel::monitor {

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view take_word(std::string_view& text, char separator) {
  const auto parts = [separator](char c) {
    return c == ' ' || c == '\t' || c == separator || c == '\n' || c == '\r';
  };
  const auto* begin = std::find_if_not(text.begin(), text.end(), parts);
  const auto* end = std::find_if(begin, text.end(), parts);
  const std::string_view word(begin, static_cast<std::size_t>(end - begin));
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return word;
}

std::optional<double> to_number(std::string_view word) {
  const std::optional<double> value = parse<double>(word);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<double> number_after(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (take_word(line) == key) {
      return to_number(take_word(line));
    }
  }
  return std::nullopt;
}

std::optional<double> number_in(const std::filesystem::path& path, int nth) {
  std::ifstream file(path);
  std::string word;
  for (int i = 0; i <= nth; ++i) {
    file >> word;
  }
  return file ? to_number(word) : std::nullopt;
}

}  // namespace evenkeel::monitor
