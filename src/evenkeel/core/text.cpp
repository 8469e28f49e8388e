// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Edit distance and word lists.
#include "evenkeel/core/text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace evenkeel {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row.back();
}

}  // namespace

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
