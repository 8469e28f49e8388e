// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Job logs in the Standard Workload Format 2.2, plain or compressed by gzip.
///
///   ; comments and header lines
///   job submit wait run processors cpu memory req_processors req_time req_memory status user group
///   executable queue partition preceding think            18 numbers a line, -1: unknown
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "evenkeel/simulator/job.hpp"

namespace evenkeel::simulator {

struct Workload {
  std::vector<Job> jobs;             ///< by submission, then by number
  std::vector<double> logged_wait;   ///< [jobs] field 3; below 0: unknown
  std::size_t dropped = 0;           ///< jobs that nobody can run
  std::vector<std::string> reasons;  ///< for the first of them, with their lines
};

/// The jobs of \p text that \p processors can run.
///
/// Where only one of the fields 5 and 8 is valid it stands for both; without a request field 4 is
/// it, and no job runs longer than its request. Jobs with run <= 0, processors <= 0 or more than
/// there are get dropped.
///
/// \throws InputError with file:line where a line has not 18 numbers, or no job is left
Workload parse_swf(std::string_view text, const std::string& file, int processors);

/// \throws InputError as parse_swf does, or if the file cannot be read
Workload read_swf(const std::filesystem::path& path, int processors);

}  // namespace evenkeel::simulator
