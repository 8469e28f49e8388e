// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One site under its scheduler, event by event.
#pragma once

#include <cstddef>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "evenkeel/simulator/job.hpp"
#include "evenkeel/simulator/local_scheduler.hpp"

namespace evenkeel::simulator {

/// The jobs of a site: to come, waiting, running, done.
///
/// Events come one at a time, ends before arrivals of the same moment, and the scheduler looks at
/// the queue after each.
class JobQueue {
 public:
  /// \param jobs  by submission; each fits on \p processors
  JobQueue(std::vector<Job> jobs, int processors, const LocalScheduler& scheduler);

  /// When the next job ends or arrives; nothing when all are done.
  std::optional<double> next_event() const;

  /// Plays the next event. \pre there is one
  void step();

  /// Takes \p processors from the site, in place of those held before, and gives the rest back.
  /// The scheduler is told that they come back at \p until. \pre they are free or held
  void hold(int processors, double now, double until);

  /// Promises processors for a time to come, in place of what was promised before; none with 0.
  void reserve(const Reservation& reservation);

  /// What is free when, by the requests of the jobs that run or wait: nobody who waits now is
  /// delayed by who keeps to it.
  FreeProfile promises(double now) const;

  /// Neither running a job nor held.
  int free() const { return processors_ - busy_ - held_.processors; }
  int held() const { return held_.processors; }

  /// Of the held processors, those on which jobs would start if all were given back now.
  int wanted_back() const;

  /// All jobs, with their starts.
  const std::vector<Job>& jobs() const { return jobs_; }

 private:
  void schedule();
  /// Jobs on processors, what is held among them.
  std::vector<Running> running(const Running& held) const;
  std::size_t waiting(std::size_t place) const { return waiting_[first_ + place]; }
  std::span<const Waiting> queue() const { return std::span(queue_).subspan(first_); }
  /// \p places of the queue, ascending.
  void leave_queue(const std::vector<std::size_t>& places);
  /// Places of the queue that start now when \p held are held.
  std::vector<std::size_t> to_start(const Running& held) const;

  std::vector<Job> jobs_;
  int processors_;
  const LocalScheduler& scheduler_;
  std::size_t arrived_ = 0;
  double now_ = 0.0;
  int busy_ = 0;  ///< processors of running jobs
  Running held_{.processors = 0};
  Reservation reserved_;
  std::vector<std::size_t> waiting_;  ///< jobs, by arrival, those gone ahead of first_
  std::vector<Waiting> queue_;        ///< what these ask for
  std::size_t first_ = 0;
  std::multimap<double, std::size_t> running_;  ///< jobs, by their ends
};

/// What a site's users and owners look at.
struct QueueFigures {
  double mean_wait = 0.0;              ///< [s]
  double mean_response = 0.0;          ///< [s]
  double mean_bounded_slowdown = 0.0;  ///< response over run, both at least 10 s, at least 1
  double utilization = 0.0;            ///< from the first submission to the last end
};

QueueFigures figures_of(const std::vector<Job>& jobs, int processors);

/// \throws Error naming the job if a job starts before it arrives, or more processors are in use
///         than there are
void check_schedule(const std::vector<Job>& jobs, int processors);

}  // namespace evenkeel::simulator
