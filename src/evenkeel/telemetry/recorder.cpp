// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Events into a file.
#include "evenkeel/telemetry/recorder.hpp"

namespace evenkeel::telemetry {

Recorder::Recorder(const std::filesystem::path& run_directory, OpenMode mode)
    : file_(run_directory / "events.ndjson", mode) {}

void Recorder::operator()(const Event& event) {
  file_.append(to_line(event));
}

}  // namespace evenkeel::telemetry
