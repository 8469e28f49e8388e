// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a run amounts to: the figures of summary.json and the closing lines on the terminal.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "evenkeel/comm/communicator.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/telemetry/phases.hpp"

namespace evenkeel::runtime {

/// What one rank did in this run. Copied bytewise between ranks.
struct RankTotals {
  telemetry::Account account;
  double cpu_s = 0.0;               ///< [s] of the process
  double peak_rss = 0.0;            ///< [byte]
  double state_bytes = 0.0;         ///< [byte] one copy of the state without ghosts, at the end
  double state_ghost_bytes = 0.0;   ///< [byte] the same with ghosts
  double storage_peak_bytes = 0.0;  ///< [byte] most that patches took at once
  double sensor_s = 0.0;            ///< [s] processor time of sensors
  bool has_sensors = false;         ///< some have looked, if only before the loop
  double state_s = 0.0;             ///< [s] telling the state of the application by its grids
};

/// The run as rank 0 knows it.
struct Summary {
  std::string kernel;
  std::int64_t steps = 0;
  double time = 0.0;
  std::int64_t cells_final = 0;
  double wall_s = 0.0;  ///< [s] of the time loop
  std::int64_t regrids = 0;
  std::int64_t repartitions = 0;
  double imbalance_mean = 0.0;  ///< max over ranks / mean - 1 of computing time between regrids
  double imbalance_max = 0.0;
  std::vector<double> capacity;
  std::map<std::string, double> conservation;
  std::map<std::string, double> monitors;  ///< root mean squares at the end
  std::map<std::string, double> error;
  std::vector<RankTotals> ranks;

  std::int64_t cell_updates() const;
  double cpu_s() const;
  double sensor_s() const;  ///< processor time of all sensors [s]
  double state_s() const;   ///< time of all ranks for the octants of the application's states [s]

  /// E = sum_k r_k b_k / (T sum_k r_k): b_k wall seconds spent computing, r_k updates per such
  /// second. 1 is the fluid limit. 0 when nothing was computed.       (product.md, "How well")
  double delivered_efficiency() const;

  /// The keys of summary.json.
  JsonLine json() const;

  /// A few lines for people.
  std::string text() const;
};

/// How much of a sum was won or lost: against the larger of what it was and its \p magnitude now,
/// the integral of the absolute value. 0 where both are 0.
double relative_drift(double before, double now, double magnitude);

/// Memory this process has now [byte]. Not collective.
double resident_bytes();

/// The most of it that this program has used: not, as getrusage() tells, that of what started it.
double peak_resident_bytes();

/// This rank's totals since \p start. Not collective.
RankTotals rank_totals(const telemetry::PhaseClock& clock, const telemetry::Account& start,
                       double cpu_start);

}  // namespace evenkeel::runtime
