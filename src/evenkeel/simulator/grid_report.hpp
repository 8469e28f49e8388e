// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a simulated grid tells: tables, figures, a timeline.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/simulator/grid.hpp"

namespace evenkeel::simulator {

/// `id,site,submit,start,end,processors`, one line a job. [s]
///
/// \param jobs   shape [sites][jobs]
/// \param sites  their names
std::string jobs_csv(const std::vector<std::vector<Job>>& jobs,
                     const std::vector<std::string>& sites);

/// Waits, times and processors of the adaptive job, and its efficiency against the baseline.
JsonLine samr_json(const GridResult& result, const GridResult& baseline);

/// Writes jobs.csv, phases.csv and timeline.json, the last one for Perfetto: a process for every
/// site with its jobs in as many lanes as run at a time, one for the adaptive job.
///
/// \throws SystemError if the folder or a file cannot be written
void write_outputs(const std::filesystem::path& folder, const GridSetup& setup,
                   const GridResult& result);

}  // namespace evenkeel::simulator
