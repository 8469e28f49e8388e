// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Experiments of GridMate in files (TOML).
///
///     super_scheduler = "hrms"        see `evenkeel list super_schedulers`
///     super = { lead = 3600 }         its parameters, if it has any
///     resource_information = "cached"      who tells of free processors, and
///     application_information = "fresh"    of what the job needs: an information service
///     staleness = "60s"               age that their news may have
///     [samr]
///     trace = "rm3d.ndjson"           beside the file, or absolute
///     method = "ccp"   submit = "5d"   least = 16   most = 256   steps = 1000
///     request = "24h"                 for how long it asks where processors are reserved
///     [samr.cost]                     as `-s cost.NAME` of replay
///     [[site]]
///     name = "a"   processors = 128   speed = 1.0e9   memory = "0B"   scheduler = "easy"
///     bandwidth = "1Gbps"   latency = "50us"   uplink_bandwidth = "100Mbps"   uplink_latency =
///     "10ms" workload = "lublin"             or a log in SWF, beside the file or absolute jobs =
///     5000   load = 1.0   seed = 1                                  of the model
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "evenkeel/simulator/grid.hpp"

namespace evenkeel::simulator {

struct GridExperiment {
  GridSetup setup;
  std::string super_scheduler = "hrms";
  ParamValues super_params = {};
  std::size_t dropped = 0;                ///< local jobs that nobody can run
  std::vector<std::string> reasons = {};  ///< for the first of them, with their lines
};

/// \throws InputError naming everything that is wrong, with file:line:column: unknown keys, wrong
///         types, values out of range, no site, fewer processors than the job needs
GridExperiment read_grid(const std::filesystem::path& path);

}  // namespace evenkeel::simulator
