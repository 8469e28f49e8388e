// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a run directory says that replays can be calibrated by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace evenkeel::simulator {

/// A run on equal processors. Times are those of processors: without waiting, what a quota held
/// back, and when others had the processor.
struct MeasuredRun {
  std::string trace;
  std::string method = "ccp";    ///< partitioner
  std::int32_t granularity = 4;  ///< [base cells]
  std::int32_t max_box = 32;     ///< [cells]
  std::size_t ranks = 1;
  double updates = 0.0;
  double compute = 0.0;    ///< of all ranks [s]
  double comm = 0.0;       ///< mean of the ranks [s]
  double regrid = 0.0;     ///< mean of the ranks, filling of new levels included [s]
  double partition = 0.0;  ///< mean of the ranks [s]
  double other = 0.0;      ///< mean of the ranks: between steps, files, looking [s]
  double steps = 1.0;      ///< coarse
};

/// Reads DIR/summary.json, DIR/config.toml and finds DIR/trace.ndjson.
///
/// \throws InputError naming the file and key that are missing or broken
MeasuredRun read_run(const std::filesystem::path& folder);

}  // namespace evenkeel::simulator
