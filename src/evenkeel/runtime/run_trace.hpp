// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The trace of a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "evenkeel/runtime/run_directory.hpp"
#include "evenkeel/workload/trace.hpp"

namespace evenkeel::runtime {

/// Cuts the trace at \p path before regrid \p end. Lines may be missing; shorter and missing ones
/// stay, as does a file that is not there. \throws std::filesystem::filesystem_error
void cut_trace(const std::filesystem::path& path, std::int64_t end);

/// Regrids one after the other, where a full disk costs lines and not the run. One process only.
class RunTrace {
 public:
  /// \throws SystemError if \p path cannot be written
  RunTrace(std::filesystem::path path, const workload::TraceHeader& header, OpenMode mode);

  /// \returns what is to be warned of: lines that could not be written
  std::vector<std::string> append(const workload::TraceRegrid& line);

  /// Ends it with a header that knows what updates have taken.
  /// \returns why it does not say so, or ""
  std::string close(const workload::TraceHeader& header);

 private:
  std::filesystem::path path_;
  std::optional<workload::TraceWriter> file_;
  LostLines lost_;
};

}  // namespace evenkeel::runtime
