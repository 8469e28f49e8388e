// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Collects what is wrong with an input, to report it all at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace evenkeel::workload {

/// Faults of one file, each with its place.
class Faults {
 public:
  /// \param place  what the input is called in messages: a path, or an option
  explicit Faults(std::string_view place) : place_(place) {}

  /// Notes a fault at \p line and \p column, both from 1; column 0 for the whole line, line 0 for
  /// the whole file.
  void add(std::int64_t line, std::int64_t column, std::string_view message);

  bool empty() const { return count_ == 0; }

  /// \throws InputError with one line per fault, the first 20 in full, if there is any
  void raise() const;

 private:
  std::string place_;
  std::string text_;
  int count_ = 0;
};

}  // namespace evenkeel::workload
