// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Fields, edit distance and word lists.
#include "evenkeel/core/text.hpp"

#include <algorithm>
#include <numeric>

namespace evenkeel {
namespace {

/// Letters to add, drop, replace, or exchange with their neighbour, to get from \p a to \p b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row.back();
}

}  // namespace

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);  // npos + 1 is 0
}

std::vector<std::string_view> fields_of(std::string_view line, std::string_view blanks) {
  std::vector<std::string_view> fields;
  for (std::size_t from = 0; from <= line.size();) {
    const std::size_t to = std::min(line.find(',', from), line.size());
    fields.push_back(trimmed(line.substr(from, to - from), blanks));
    from = to + 1;
  }
  return fields;
}

std::string join(std::span<const std::string_view> words) {
  std::string text;
  for (std::string_view word : words) {
    text += text.empty() ? "" : ", ";
    text += word;
  }
  return text.empty() ? "none" : text;
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t least = word.size() / 3 + 2;
  for (std::string_view candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view near = nearest(word, known);
  return near.empty() ? "" : " (did you mean '" + std::string(near) + "'?)";
}

}  // namespace evenkeel
