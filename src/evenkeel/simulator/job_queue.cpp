// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Events of a site, and figures of what came out.
#include "evenkeel/simulator/job_queue.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"

namespace evenkeel::simulator {

JobQueue::JobQueue(std::vector<Job> jobs, int processors, const LocalScheduler& scheduler)
    : jobs_(std::move(jobs)), processors_(processors), scheduler_(scheduler) {
  EVENKEEL_EXPECT(std::ranges::is_sorted(jobs_, {}, &Job::submit));
  EVENKEEL_EXPECT(std::ranges::all_of(
      jobs_, [&](const Job& job) { return job.processors <= processors && job.run > 0.0; }));
}

std::optional<double> JobQueue::next_event() const {
  std::optional<double> next;
  if (!running_.empty()) {
    next = running_.begin()->first;
  }
  if (arrived_ < jobs_.size()) {
    next = std::min(next.value_or(jobs_[arrived_].submit), jobs_[arrived_].submit);
  }
  return next;
}

void JobQueue::step() {
  now_ = *next_event();
  if (!running_.empty() && running_.begin()->first == now_) {
    busy_ -= jobs_[running_.begin()->second].processors;
    running_.erase(running_.begin());
  } else {
    const Job& job = jobs_[arrived_];
    waiting_.push_back(arrived_++);
    queue_.push_back({job.processors, job.request});
  }
  schedule();
}

void JobQueue::hold(int processors, double now, double until) {
  EVENKEEL_EXPECT(processors >= 0 && processors <= free() + held() && now >= now_);
  now_ = now;
  held_ = {processors, until};
  schedule();
}

int JobQueue::wanted_back() const {
  int wanted = 0;
  if (held_.processors > 0) {
    for (const std::size_t place : to_start({.processors = 0})) {
      wanted += jobs_[waiting(place)].processors;
    }
  }
  return std::max(0, wanted - free());
}

void JobQueue::reserve(const Reservation& reservation) {
  reserved_ = reservation;
}

FreeProfile JobQueue::promises(double now) const {
  FreeProfile profile({now, processors_, running(held_), {}, reserved_});
  for (const Waiting& job : queue()) {
    profile.take(profile.earliest(job.processors, job.request), job.request, job.processors);
  }
  return profile;
}

std::vector<Running> JobQueue::running(const Running& held) const {
  std::vector<Running> running;
  for (const auto& [end, job] : running_) {
    running.push_back({jobs_[job].processors, jobs_[job].start + jobs_[job].request});
  }
  if (held.processors > 0) {
    running.push_back(held);
  }
  return running;
}

std::vector<std::size_t> JobQueue::to_start(const Running& held) const {
  if (queue().empty()) {
    return {};
  }
  return scheduler_.start({now_, processors_, running(held), queue(), reserved_});
}

void JobQueue::schedule() {
  const std::vector<std::size_t> started = to_start(held_);
  for (const std::size_t place : started) {
    Job& job = jobs_[waiting(place)];
    job.start = now_;
    running_.emplace(job.end(), waiting(place));
    busy_ += job.processors;
  }
  leave_queue(started);
}

/// The first of the queue cost nothing but a copy of as many as are left, once in a while.
void JobQueue::leave_queue(const std::vector<std::size_t>& places) {
  std::size_t ahead = 0;
  while (ahead < places.size() && places[ahead] == ahead) {
    ++ahead;
  }
  for (std::size_t n = places.size(); n-- > ahead;) {
    const auto at = static_cast<std::ptrdiff_t>(first_ + places[n]);
    waiting_.erase(waiting_.begin() + at);
    queue_.erase(queue_.begin() + at);
  }
  first_ += ahead;
  if (2 * first_ > waiting_.size()) {
    const auto gone = static_cast<std::ptrdiff_t>(std::exchange(first_, 0));
    waiting_.erase(waiting_.begin(), waiting_.begin() + gone);
    queue_.erase(queue_.begin(), queue_.begin() + gone);
  }
}

QueueFigures figures_of(const std::vector<Job>& jobs, int processors) {
  constexpr double kShort = 10.0;  // [s] shorter runs count as this long
  QueueFigures figures;
  double work = 0.0;
  double last = 0.0;
  for (const Job& job : jobs) {
    figures.mean_wait += job.wait();
    figures.mean_response += job.wait() + job.run;
    figures.mean_bounded_slowdown +=
        std::max(1.0, (job.wait() + job.run) / std::max(kShort, job.run));
    work += job.run * job.processors;
    last = std::max(last, job.end());
  }
  const auto count = static_cast<double>(jobs.size());
  figures.mean_wait /= count;
  figures.mean_response /= count;
  figures.mean_bounded_slowdown /= count;
  figures.utilization = work / (processors * (last - jobs.front().submit));
  return figures;
}

void check_schedule(const std::vector<Job>& jobs, int processors) {
  std::map<double, std::int64_t> change;
  for (const Job& job : jobs) {
    if (job.start < job.submit) {
      throw Error(fmt::format("job {} starts at {} s, before it arrives at {} s", job.id, job.start,
                              job.submit));
    }
    change[job.start] += job.processors;
    change[job.end()] -= job.processors;
  }
  std::int64_t used = 0;
  for (const auto& [time, processors_more] : change) {
    used += processors_more;
    if (used > processors) {
      throw Error(fmt::format("{} of {} processors are in use at {} s", used, processors, time));
    }
  }
}

}  // namespace evenkeel::simulator
