// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Makes damaged texts out of good ones, the same ones for the same seed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::fuzz {

/// What readers trip over.
inline constexpr std::string_view kWords[] = {"-1",
                                              "0",
                                              "1e999",
                                              "nan",
                                              "inf",
                                              "2147483648",
                                              "9223372036854775808",
                                              "1e-320",
                                              "[",
                                              "]",
                                              "{",
                                              "}",
                                              "\"",
                                              ",",
                                              "=",
                                              "\n",
                                              "\r\n",
                                              "\t",
                                              "#",
                                              "((",
                                              "))",
                                              "null",
                                              "''",
                                              "\"\"\"",
                                              "\xff\xfe",
                                              "\\u0000",
                                              ".",
                                              ":",
                                              "[[a",
                                              "true",
                                              "-0",
                                              "00",
                                              "4294967296",
                                              "18446744073709551616"};

/// Changes good texts: bits, bytes, pieces cut out, doubled, put in from another text, cut ends,
/// numbers at the edge of what fits, words of the format, deep nesting.
class Mutator {
 public:
  /// \param seeds  good texts, at least one; outlives this object
  Mutator(std::span<const std::string> seeds, std::uint64_t seed)
      : seeds_(seeds), generator_(seed) {}

  /// The next text, with 1 to 4 changes.
  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      change(text);
    }
    return text;
  }

 private:
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(uniform_below(generator_, bound));
  }

  /// Begin of a piece of \p text of at most 40 bytes, and its length.
  std::pair<std::size_t, std::size_t> piece(const std::string& text) {
    const std::size_t begin = below(text.size() + 1);
    return {begin, below(std::min<std::size_t>(40, text.size() - begin) + 1)};
  }

  void change(std::string& text) {
    const auto [begin, length] = piece(text);
    const std::size_t at = text.empty() ? 0 : below(text.size());
    switch (below(9)) {
      case 0:
        if (!text.empty()) {
          text[at] = static_cast<char>(text[at] ^ static_cast<char>(1U << below(8)));
        }
        break;
      case 1:
        if (!text.empty()) {
          text[at] = static_cast<char>(below(256));
        }
        break;
      case 2:
        text.erase(begin, length);
        break;
      case 3:
        text.insert(begin, text.substr(begin, length));
        break;
      case 4: {
        const std::string& other = seeds_[below(seeds_.size())];
        const auto [from, count] = piece(other);
        text.replace(begin, length, other, from, count);
        break;
      }
      case 5:
        text.resize(below(8) == 0 ? begin : text.size());
        if (below(64) == 0) {
          text.insert(std::min(begin, text.size()), 20'000, "[{("[below(3)]);  // deep nesting
        }
        break;
      case 6:
        text.insert(begin, kWords[below(std::size(kWords))]);
        break;
      default:
        replace_number(text, at, kWords[below(std::size(kWords))]);
        break;
    }
  }

  /// Puts \p word in the place of the first number from \p at on.
  static void replace_number(std::string& text, std::size_t at, std::string_view word) {
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t first = text.find_first_of(kDigits, at);
    if (first != std::string::npos) {
      const std::size_t last = std::min(text.find_first_not_of(kDigits, first), text.size());
      text.replace(first, last - first, word);
    }
  }

  std::span<const std::string> seeds_;
  Xoshiro256 generator_;
};

}  // namespace evenkeel::fuzz
