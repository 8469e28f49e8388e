// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a replay tells: a summary with the keys of a run's, a table of phases, a timeline.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "evenkeel/core/json_line.hpp"
#include "evenkeel/simulator/output_file.hpp"
#include "evenkeel/simulator/replay.hpp"

namespace evenkeel::simulator {

/// What identifies one replay among others.
struct ReplayName {
  std::string kernel;
  std::string method;
  std::string policy;
  std::string capacity;
  std::string backend;
  std::string platform;
};

/// The keys of summary.json that apply, and the names.
JsonLine to_json(const ReplayName& name, const ReplayResult& result);

/// Writes `step,rank,level,compute,ghost,interlevel,wait,migrate,partition` [s], one line for each
/// rank and level of every stretch between regrids; step is the first of the stretch. What a rank
/// spends once is on its lines of level 0.
class PhasesFile {
 public:
  /// Replaces the file, or goes on with it where \p part resumes a replay.
  ///
  /// \throws SystemError if \p path cannot be written
  PhasesFile(const std::filesystem::path& path, const ReplayPart& part);

  /// Writes what was spent since the call before. \p step is the step of the whole replay reached.
  void write(std::int64_t step, const Tally& tally);

  /// Nothing more comes. \throws SystemError if the file is not whole, as write() may
  void close() { file_.close(); }

 private:
  OutputFile file_;
  std::vector<std::size_t> ranks_;
  std::int64_t step_;
  std::vector<double> before_;  ///< [ranks][levels][columns]
};

/// Writes what was decided, one JSON object a line with the keys of a run's `decide` events.
class DecisionsFile {
 public:
  /// \throws SystemError if \p path cannot be written
  DecisionsFile(const std::filesystem::path& path, const ReplayPart& part);

  void write(const Chance& chance);

  /// Nothing more comes. \throws SystemError if the file is not whole, as write() may
  void close() { file_.close(); }

 private:
  OutputFile file_;
};

}  // namespace evenkeel::simulator
