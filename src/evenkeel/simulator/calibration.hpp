// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From measured runs to the constants of the cost model and of links.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "evenkeel/core/params.hpp"
#include "evenkeel/simulator/platform.hpp"

namespace evenkeel::simulator {

/// What a run directory says of a run on equal processors. Times are those of processors: without
/// waiting, what a quota held back, and when others had the processor.
struct MeasuredRun {
  std::string trace;
  std::size_t ranks = 1;
  double updates = 0.0;
  double compute = 0.0;    ///< of all ranks [s]
  double comm = 0.0;       ///< mean of the ranks [s]
  double regrid = 0.0;     ///< mean of the ranks [s]
  double partition = 0.0;  ///< mean of the ranks [s]
  double other = 0.0;      ///< mean of the ranks [s]
  double steps = 1.0;      ///< coarse
};

/// Reads DIR/summary.json and DIR/trace.ndjson.
///
/// \throws InputError naming the file and key that are missing or broken
MeasuredRun read_run(const std::filesystem::path& folder);

struct Calibration {
  ParamValues cost;  ///< of cost_params()
  Link link;         ///< between two ranks; latency and bandwidth of the whole way
};

/// Constants with which replays of \p runs take what the runs took. Times of the model are sums of
/// constant times count, so each comes from a division, latency and bandwidth from least squares;
/// of one run, each explains half of the communication. What ghosts and levels take in runs of one
/// rank is copying, and counts as computing. What an update takes is told by runs of several ranks,
/// where there are some: beside others, with caches and memory shared, it takes longer than alone.
///
/// \pre at least one run
Calibration calibrate(std::span<const MeasuredRun> runs);

/// As JSON, on one line; and back.
std::string to_json(const Calibration& calibration);

/// \throws InputError naming \p file if it is not what to_json wrote
Calibration parse_calibration(const std::string& text, const std::string& file);

}  // namespace evenkeel::simulator
