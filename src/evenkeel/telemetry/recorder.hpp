// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Writes the events of a run to RUNDIR/events.ndjson.
///
///     one JSON object a line: {"t": wall seconds, "step": n, "kind": "...", ...}
///
/// Every line is whole but, after a kill, perhaps the last; a resumed run cuts it: see LineFile.
#pragma once

#include <filesystem>

#include "evenkeel/core/line_file.hpp"
#include "evenkeel/telemetry/event.hpp"

namespace evenkeel::telemetry {

/// Appends events to a file. Only one rank of a run has one.
class Recorder {
 public:
  /// A resumed run continues the file (kContinue); a new one replaces it.
  ///
  /// \throws SystemError if \p run_directory has no writable events.ndjson
  Recorder(const std::filesystem::path& run_directory, OpenMode mode);

  /// \throws SystemError if the line cannot be written
  void operator()(const Event& event);

 private:
  LineFile file_;
};

}  // namespace evenkeel::telemetry
