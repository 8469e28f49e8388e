// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One run from case file to summary.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::runtime {

/// What the command line asks for.
struct RunRequest {
  std::filesystem::path case_path;
  std::vector<std::string> overrides;  ///< "key=value"
  std::filesystem::path out;           ///< empty: chosen from the case's name
  bool resume = false;                 ///< from a checkpoint; from the start where there is none
  std::filesystem::path checkpoint;    ///< to resume from; empty: the newest that is whole
  bool explain = false;                ///< print the reason of every decision
  bool json = false;                   ///< print the summary as JSON instead of sentences
  bool quiet = false;                  ///< no progress
};

enum class RunEnd { kDone, kStopped, kShortOfMemory };

/// Runs a case with the plug-ins it may choose from. Collective over \p world.
///
/// Prints progress and summary on rank 0 alone. Everything else goes to the run directory.
/// \throws InputError before the first step if case, directory or checkpoint do not fit (the
///         message is the same on every rank); SystemError, InstabilityError later
RunEnd run(const RunRequest& request, const Plugins& plugins, const comm::Communicator& world);

}  // namespace evenkeel::runtime
