// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Lines of a trace, written, missed, and cut away.
#include "evenkeel/runtime/run_trace.hpp"

#include <charconv>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::runtime {
namespace {

/// The number of the regrid that a line of a trace tells of; -1: none.
std::int64_t regrid_in(std::string_view line) {
  constexpr std::string_view kOpening = "{\"regrid\":";
  std::int64_t number = -1;
  if (line.starts_with(kOpening)) {
    std::from_chars(line.data() + kOpening.size(), line.data() + line.size(), number);
  }
  return number;
}

}  // namespace

void cut_trace(const std::filesystem::path& path, std::int64_t end) {
  std::ifstream file(path);
  std::uintmax_t bytes = 0;
  for (std::string line; std::getline(file, line); bytes += line.size() + 1) {
    if (regrid_in(line) >= end) {
      std::filesystem::resize_file(path, bytes);
      return;
    }
  }
}

RunTrace::RunTrace(std::filesystem::path path, const workload::TraceHeader& header, OpenMode mode)
    : path_(std::move(path)), file_(std::in_place, path_, header, mode) {}

std::vector<std::string> RunTrace::append(const workload::TraceRegrid& line) {
  std::vector<std::string> warnings;
  std::int64_t missing = 0;
  const auto write = [&] {
    file_->write(line);
    if (missing > 0) {
      warnings.push_back(fmt::format("{} lines before regrid {} are missing in trace.ndjson",
                                     missing, line.regrid));
    }
  };
  const std::string fault = lost_.append(write, [&](std::int64_t lines) { missing = lines; });
  if (!fault.empty()) {
    warnings.push_back(fault);
  }
  return warnings;
}

std::string RunTrace::close(const workload::TraceHeader& header) {
  file_.reset();
  try {
    workload::replace_header(path_, header);
  } catch (const SystemError& error) {
    return fmt::format("{}: the trace does not say what updates took", error.what());
  }
  return {};
}

}  // namespace evenkeel::runtime
