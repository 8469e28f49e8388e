// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The options of `evenkeel replay`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evenkeel/simulator/senses.hpp"

namespace evenkeel::simulator {

struct ReplayRequest {
  std::string trace;
  std::vector<std::string> platforms;  ///< files; none: equal hosts
  std::vector<std::size_t> ranks;      ///< none: a rank for every processor
  std::vector<std::string> methods = {"ccp"};
  std::vector<std::string> policies = {"cost_benefit"};
  std::vector<std::string> capacities = {"measured"};
  std::string backend = "phase";
  std::vector<std::string> settings;  ///< "partition.x=1", "manage.y=2", "cost.z=3"
  std::string calibration;            ///< file, or empty
  std::vector<std::string> profiles;  ///< "HOST=FILE"
  std::string failure;                ///< "HOST=TIME", or empty
  std::int64_t checkpoint_interval = 20;
  std::string restart = "30s";
  std::int32_t granularity = 4;
  std::string curve = "hilbert";
  std::string octants;  ///< rules that choose the partitioner: a file or "armada"; empty: none
  SenseOptions sense = {};
  std::string shares;  ///< of --capacity given: a list or a file; empty: speeds
  std::string sense_interval = "1s";
  std::string sense_delay = "0s";
  std::int64_t steps = 0;  ///< 0: to the end of the trace
  bool time_partitioner = false;
  std::string phases;
  std::string timeline;
  std::string decisions;
  bool json = false;
  bool quiet = false;

  /// Whether files follow the one replay.
  bool is_followed() const { return !(phases.empty() && timeline.empty() && decisions.empty()); }
};

/// One of the runs that a request asks for.
struct ReplayCase {
  std::string platform;  ///< file or empty
  std::size_t ranks = 0;
  std::string method;
  std::string policy;
  std::string capacity;
};

/// Every combination, platform by platform.
std::vector<ReplayCase> cases_of(const ReplayRequest& request);

}  // namespace evenkeel::simulator
