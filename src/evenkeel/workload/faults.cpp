// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Collected messages about what is wrong in a file.
#include "evenkeel/workload/faults.hpp"

#include <fmt/core.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::workload {
namespace {

constexpr int kShown = 20;

}  // namespace

void Faults::add(std::int64_t line, std::int64_t column, std::string_view message) {
  if (++count_ > kShown) {
    return;
  }
  text_ += count_ > 1 ? "\n" : "";
  text_ += place_;
  text_ += line > 0 ? fmt::format(":{}", line) : "";
  text_ += column > 0 ? fmt::format(":{}", column) : "";
  text_ += fmt::format(": {}", message);
}

void Faults::raise() const {
  if (count_ > kShown) {
    throw InputError(fmt::format("{}\n{}: and {} more", text_, place_, count_ - kShown));
  }
  if (count_ > 0) {
    throw InputError(text_);
  }
}

}  // namespace evenkeel::workload
