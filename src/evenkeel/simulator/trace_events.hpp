// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Files that Perfetto and chrome://tracing open.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "evenkeel/simulator/output_file.hpp"

namespace evenkeel::simulator {

/// A stretch of time of one thread; those of a thread do not overlap.
struct TraceEvent {
  std::string name;
  std::size_t process = 0;
  std::size_t thread = 0;
  double from = 0.0;  ///< [s]
  double to = 0.0;    ///< [s]
};

/// Writes `{"displayTimeUnit":"ms","traceEvents":[...]}`; whole when it is closed.
class TraceEvents {
 public:
  /// \param goes_on  adds to the events of a file that has been written
  ///
  /// \throws SystemError if \p path cannot be written, as the others do
  explicit TraceEvents(const std::filesystem::path& path, bool goes_on = false);

  void add(const TraceEvent& event);

  /// What a process is called.
  void name(std::size_t process, std::string_view name);

  /// Adds nothing more.
  void close();

 private:
  void write(std::string_view object);

  OutputFile file_;
  bool first_;
};

}  // namespace evenkeel::simulator
