// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How a broken precondition ends the process, and how input problems are put together.
#include "evenkeel/core/error.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace evenkeel {
namespace {

constexpr int kShown = 20;

}  // namespace

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
    if (++count_ <= kShown) {
      text_ += count_ > 1 ? "\n" : "";
      text_ += prefix;
      text_ += text.substr(begin, end - begin);
    }
    begin = end + 1;
  }
}

void Problems::add(const Problems& others) {
  if (!others.empty()) {
    add(others.text_);
    count_ += others.count_ - std::min(others.count_, kShown);
  }
}

void Problems::throw_if_any() const {
  if (count_ > kShown) {
    throw InputError(text_ + "\n" + (file_.empty() ? "" : file_ + ": ") + "and " +
                     std::to_string(count_ - kShown) + " more");
  }
  if (!empty()) {
    throw InputError(text_);
  }
}

void contract_violation(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: expected %s\n", file, line, expression);
  std::abort();
}

}  // namespace evenkeel
