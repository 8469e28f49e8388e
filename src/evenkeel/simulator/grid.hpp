// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// GridMate: an adaptive job among the local jobs of several sites.           (Li 2005, chapter 6)
#pragma once

#include <string>
#include <vector>

#include "evenkeel/simulator/job_queue.hpp"
#include "evenkeel/simulator/platform.hpp"
#include "evenkeel/simulator/samr_job.hpp"
#include "evenkeel/simulator/super_scheduler.hpp"

namespace evenkeel::simulator {

struct GridSite {
  std::string name;
  int processors = 128;
  double speed = 1e9;  ///< of one processor [flop/s]
  double memory = 0.0;
  Link link = {};
  Link uplink = Site{}.uplink;
  std::string scheduler = "easy";
  std::vector<Job> jobs = {};  ///< by submission
};

struct GridSetup {
  std::vector<GridSite> sites;
  SamrOptions samr;
  double submit = 0.0;                            ///< of the adaptive job [s]
  int least = 16;                                 ///< processors
  int most = 256;                                 ///< processors, for its peak
  double request = 86400.0;                       ///< how long reservations are asked for [s]
  std::string resource_information = "cached";    ///< service that tells of free processors
  std::string application_information = "fresh";  ///< service that tells of the job's load
  double staleness = 0.0;                         ///< of both services [s]
};

/// A stretch of the adaptive job.
struct GridPhase {
  double start = 0.0;           ///< [s]
  double end = 0.0;             ///< [s]
  std::vector<int> processors;  ///< [sites]
  bool running = true;          ///< false: holding, not yet computing
};

struct GridResult {
  std::vector<std::vector<Job>> jobs;  ///< [sites]
  std::vector<GridPhase> phases;
  double submit = 0.0;
  double start = 0.0;           ///< of computing [s]
  double end = 0.0;             ///< [s]
  double processor_time = 0.0;  ///< sum of capacity times held time; capacity 1 is the mean speed
                                ///< of all processors [s]                     (Li 2005, eq. 6.1)
  double used_time = 0.0;       ///< the same of processors that own something
  double longest_time = 0.0;    ///< the same, while the busiest of them computes
  double work_time = 0.0;       ///< of one processor of capacity 1 for the work alone [s]
  double moved_bytes = 0.0;

  double execution() const { return end - start; }
  double mean_processors() const { return processor_time / execution(); }  // (Li 2005, eq. 6.2)
  /// Parts of work_time / processor_time: held processors that have work; balance among them; the
  /// rest, which is communication, waiting on levels, partitioning and moving.
  double provision() const { return used_time / processor_time; }
  double balance() const { return work_time / longest_time; }
  double efficiency() const { return longest_time / used_time; }
};

/// Plays the grid until the last job has ended, and checks the schedules.
///
/// \throws InputError if the adaptive job can never start, names are unknown or the trace is broken
GridResult run_grid(const GridSetup& setup, const SuperScheduler& super);

/// The sites with their local jobs alone, shape [sites][jobs].
std::vector<std::vector<Job>> run_local(const GridSetup& setup);

/// The processors of all sites, each a host.
Platform platform_of(const std::vector<GridSite>& sites);

}  // namespace evenkeel::simulator
