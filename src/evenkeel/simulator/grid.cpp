// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Events of sites and of the adaptive job, in the order of time.
#include "evenkeel/simulator/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/simulator/information_service.hpp"

namespace evenkeel::simulator {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
/// Held processors are promised back this long after the regrid at which they may come back, so
/// that nobody takes them at that very moment. [s]
constexpr double kGrace = 1.0;
constexpr double kLong = 1e9;  ///< [s]

class Grid {
 public:
  Grid(const GridSetup& setup, const SuperScheduler* super)
      : setup_(setup), super_(super), platform_(platform_of(setup.sites)) {
    register_builtin(schedulers_);
    for (const GridSite& site : setup.sites) {
      rules_.push_back(schedulers_.make(site.scheduler));
      queues_.push_back(std::make_unique<JobQueue>(site.jobs, site.processors, *rules_.back()));
    }
    for (const Host& host : platform_.hosts) {
      mean_speed_ += host.speed / static_cast<double>(platform_.hosts.size());
    }
    views_.resize(queues_.size());
    resources_ = make_service(setup.resource_information, setup.staleness);
    application_ = make_service(setup.application_information, setup.staleness);
    publish_free();
    result_.submit = setup.submit;
  }

  GridResult play() {
    if (super_ != nullptr) {
      play_samr();
    }
    while (next_local() < kNever) {
      step_local();
    }
    for (std::size_t site = 0; site < queues_.size(); ++site) {
      result_.jobs.push_back(queues_[site]->jobs());
      check(site);
    }
    return std::move(result_);
  }

 private:
  void play_samr() {
    const std::unique_ptr<SamrJob> job = make_samr_job(setup_.samr, platform_);
    while (next_local() <= setup_.submit) {
      step_local();
    }
    now_ = setup_.submit;
    phase_start_ = now_;
    publish_load(*job);
    wait_for_start();
    result_.start = now_;
    for (bool first = true; !job->is_done(); first = false) {
      if (!first) {
        publish_load(*job);
        apply(super_->decide(view(true)), now_ + kGrace);
      }
      run_interval(*job);
    }
    result_.end = now_;
    hold(std::vector<int>(queues_.size(), 0), 0.0);
  }

  void wait_for_start() {
    for (;;) {
      const Grant grant = super_->decide(view(false));
      if (grant.reserve_at) {
        reserve(grant);
        continue;
      }
      if (grant.start) {
        cancel_reservation();
      }
      // While it waits nobody knows until when.
      apply(grant, now_ + kLong);
      if (grant.start && held() >= setup_.least) {
        return;
      }
      wait();
      note_phase(false);
    }
  }

  /// To the next event, or the time that was reserved.
  void wait() {
    const double next = next_local();
    if (reserved_at_ && *reserved_at_ < next) {
      now_ = *reserved_at_;
    } else if (next < kNever) {
      step_local();
    } else {
      throw InputError(fmt::format(
          "the adaptive job gets {} processors at last and needs {}; fewer, or larger sites?",
          held(), setup_.most));
    }
  }

  void reserve(const Grant& grant) {
    reserved_at_ = grant.reserve_at;
    for (std::size_t site = 0; site < queues_.size(); ++site) {
      views_[site].reserved = grant.processors[site];
      queues_[site]->reserve(
          {grant.processors[site], *reserved_at_, *reserved_at_ + setup_.request});
    }
  }

  void cancel_reservation() {
    reserved_at_.reset();
    for (const auto& queue : queues_) {
      queue->reserve({});
    }
  }

  void run_interval(SamrJob& job) {
    std::vector<std::size_t> hosts;
    std::size_t first = 0;
    double speed = 0.0;
    for (std::size_t site = 0; site < queues_.size(); ++site) {
      for (int processor = 0; processor < queues_[site]->held(); ++processor) {
        hosts.push_back(first + static_cast<std::size_t>(processor));
        speed += setup_.sites[site].speed;
      }
      first += static_cast<std::size_t>(setup_.sites[site].processors);
    }
    const SamrInterval interval = job.play(hosts);
    const double end = now_ + interval.seconds;
    hold(held_each(), end + kGrace);
    while (next_local() <= end) {
      step_local();
    }
    now_ = end;
    note_phase(true);
    result_.moved_bytes += interval.moved_bytes;
    result_.work_time += interval.work / mean_speed_;
    result_.used_time += interval.used_speed * interval.seconds / mean_speed_;
    result_.longest_time += interval.used_speed * interval.longest / mean_speed_;
  }

  /// Books what was held since the last call.
  void note_phase(bool running) {
    if (held() > 0 && now_ > phase_start_) {
      for (std::size_t site = 0; site < queues_.size(); ++site) {
        result_.processor_time +=
            queues_[site]->held() * setup_.sites[site].speed / mean_speed_ * (now_ - phase_start_);
      }
      result_.phases.push_back({phase_start_, now_, held_each(), running});
    }
    phase_start_ = now_;
  }

  double next_local() const {
    double next = kNever;
    for (const auto& queue : queues_) {
      next = std::min(next, queue->next_event().value_or(kNever));
    }
    return next;
  }

  void step_local() {
    const double next = next_local();
    now_ = std::max(now_, next);
    const auto due = std::ranges::find_if(
        queues_, [&](const auto& queue) { return queue->next_event() == next; });
    (*due)->step();
    publish_free();
  }

  void publish_free() {
    std::vector<double> free;
    for (const auto& queue : queues_) {
      free.push_back(queue->free());
    }
    resources_->hear(now_, free);
  }

  void publish_load(const SamrJob& job) { application_->hear(now_, std::array{job.load()}); }

  GridView view(bool started) {
    const std::vector<double> free = resources_->tell(now_);
    const bool looks_ahead = super_->looks_ahead() && !started && !reserved_at_;
    promises_.clear();
    for (std::size_t site = 0; site < queues_.size(); ++site) {
      views_[site].free = static_cast<int>(free[site]);
      views_[site].held = queues_[site]->held();
      views_[site].wanted = queues_[site]->wanted_back();  // local schedulers ask for themselves
      views_[site].speed = setup_.sites[site].speed;
      if (looks_ahead) {
        promises_.push_back(queues_[site]->promises(now_));
      }
    }
    for (std::size_t site = 0; site < promises_.size(); ++site) {
      views_[site].promises = &promises_[site];
    }
    GridView grid{views_, started, application_->tell(now_).front(), setup_.least, setup_.most};
    grid.now = now_;
    grid.request = setup_.request;
    grid.has_reservation = reserved_at_.has_value();
    // Jobs that end at that moment are gone first.
    grid.reservation_is_due = reserved_at_ && now_ >= *reserved_at_ && next_local() > *reserved_at_;
    return grid;
  }

  int held() const {
    const std::vector<int> each = held_each();
    return std::accumulate(each.begin(), each.end(), 0);
  }

  std::vector<int> held_each() const {
    std::vector<int> each;
    for (const auto& queue : queues_) {
      each.push_back(queue->held());
    }
    return each;
  }

  /// Sites give no more than they have, whatever old news said.
  void apply(const Grant& grant, double until) {
    std::vector<int> processors = grant.processors;
    for (std::size_t site = 0; site < queues_.size(); ++site) {
      processors[site] =
          std::clamp(processors[site], 0, queues_[site]->held() + queues_[site]->free());
    }
    hold(processors, until);
  }

  void hold(const std::vector<int>& processors, double until) {
    for (std::size_t site = 0; site < queues_.size(); ++site) {
      queues_[site]->hold(processors[site], now_, until);
    }
    publish_free();
  }

  /// The adaptive job's stretches are jobs, too.
  void check(std::size_t site) const {
    std::vector<Job> all = queues_[site]->jobs();
    for (const GridPhase& phase : result_.phases) {
      all.push_back({.id = -1,
                     .submit = phase.start,
                     .run = phase.end - phase.start,
                     .processors = phase.processors[site],
                     .start = phase.start});
    }
    check_schedule(all, setup_.sites[site].processors);
  }

  const GridSetup& setup_;
  const SuperScheduler* super_;
  Platform platform_;
  Registry<LocalScheduler> schedulers_;
  std::vector<std::unique_ptr<LocalScheduler>> rules_;
  std::vector<std::unique_ptr<JobQueue>> queues_;
  std::unique_ptr<InformationService> resources_;
  std::unique_ptr<InformationService> application_;
  std::vector<SiteView> views_;
  std::vector<FreeProfile> promises_;  ///< [sites] where somebody asks
  std::optional<double> reserved_at_;  ///< [s]
  double mean_speed_ = 0.0;
  double now_ = 0.0;
  double phase_start_ = 0.0;
  GridResult result_;
};

}  // namespace

Platform platform_of(const std::vector<GridSite>& sites) {
  Platform platform;
  platform.name = fmt::format("{} sites", sites.size());
  for (const GridSite& site : sites) {
    platform.sites.push_back({.name = site.name, .uplink = site.uplink});
    for (int processor = 0; processor < site.processors; ++processor) {
      platform.hosts.push_back({.name = fmt::format("{}-{}", site.name, processor),
                                .site = platform.sites.size() - 1,
                                .speed = site.speed,
                                .memory = site.memory,
                                .link = site.link});
    }
  }
  return platform;
}

GridResult run_grid(const GridSetup& setup, const SuperScheduler& super) {
  return Grid(setup, &super).play();
}

std::vector<std::vector<Job>> run_local(const GridSetup& setup) {
  return Grid(setup, nullptr).play().jobs;
}

}  // namespace evenkeel::simulator
