// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a broken precondition ends the process, and how input problems are put together.
#include "evenkeel/core/error.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace evenkeel {

std::string to_text(const Location& place) {
  std::string text = place.file;
  if (!text.empty() && place.line > 0) {
    text += ":" + std::to_string(place.line);
    text += place.column > 0 ? ":" + std::to_string(place.column) : "";
  }
  return text;
}

void Problems::add(const Location& place, std::string_view text) {
  const std::string prefix = place.file.empty() ? "" : to_text(place) + ": ";
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    text_ += text_.empty() ? "" : "\n";
    text_ += prefix;
    text_ += text.substr(begin, end - begin);
    begin = end + 1;
  }
}

void Problems::add(const Problems& others) {
  if (!others.empty()) {
    add(others.text_);
  }
}

void Problems::throw_if_any() const {
  if (!empty()) {
    throw InputError(text_);
  }
}

void contract_violation(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: expected %s\n", file, line, expression);
  std::abort();
}

}  // namespace evenkeel
