// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Puts platform, manager, model and back end together.
#include "evenkeel/simulator/commands/replay_case.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/option_quantity.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/simulator/calibration.hpp"
#include "evenkeel/simulator/commands/replay_settings.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/host_failure.hpp"
#include "evenkeel/simulator/monitor_log.hpp"
#include "evenkeel/simulator/platform_file.hpp"
#include "evenkeel/simulator/replay.hpp"
#include "evenkeel/simulator/report.hpp"
#include "evenkeel/simulator/trace_events.hpp"
#include "evenkeel/workload/table.hpp"
#include "evenkeel/workload/units_file.hpp"

namespace evenkeel::simulator {
namespace {

/// "HOST=WORD" of an option, as the host and the word.
std::pair<std::size_t, std::string> of_host(std::string_view option, const std::string& text,
                                            const Platform& platform) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos) {
    throw InputError(fmt::format("{} '{}'; expected HOST=...", option, text));
  }
  const std::string name = text.substr(0, sign);
  const auto host = std::ranges::find(platform.hosts, name, &Host::name);
  if (host == platform.hosts.end()) {
    throw InputError(
        fmt::format("{} names host '{}', which {} has not", option, name, platform.name));
  }
  return {static_cast<std::size_t>(host - platform.hosts.begin()), text.substr(sign + 1)};
}

void add_profiles(const std::vector<std::string>& profiles, Platform& platform) {
  for (const std::string& text : profiles) {
    const auto [host, file] = of_host("--profile", text, platform);
    const std::string points = read_input(file);
    platform.hosts[host].availability =
        points.starts_with('{') ? parse_monitor_log(points, file) : parse_profile(points, file);
  }
}

HostFailure failure_of(const ReplayRequest& request, const Platform& platform) {
  const auto [host, time] = of_host("--fail", request.failure, platform);
  return {host, option_quantity("--fail", time, Dimension::kSeconds), request.checkpoint_interval,
          option_quantity("--restart", request.restart, Dimension::kSeconds)};
}

/// Says now and then how far a replay is, and when it will end.
class Progress {
 public:
  Progress(const ReplayCase& which, std::int64_t steps)
      : which_(which), steps_(steps), start_(wall_seconds()), last_(start_) {}

  void tell(const Chance& chance) {
    constexpr double kInterval = 2.0;  // [s]
    const double now = wall_seconds();
    if (now - last_ < kInterval || chance.step == 0) {
      return;
    }
    last_ = now;
    const double share =
        static_cast<double>(chance.step) / static_cast<double>(std::max<std::int64_t>(1, steps_));
    std::cerr << fmt::format(
        "{} on {} ranks: step {}{}\n", which_.method, chance.tally->ranks(), chance.step,
        steps_ > 0 ? fmt::format(" of {}, {} to go", steps_,
                                 human_seconds((now - start_) * (1.0 / share - 1.0)))
                   : "");
  }

 private:
  const ReplayCase& which_;
  std::int64_t steps_;
  double start_;
  double last_;
};

ReplayOptions options_of(const ReplayRequest& request, const ReplayCase& which,
                         const workload::TraceHeader& header, const ParamValues& cost) {
  ReplayOptions options;
  options.granularity = request.granularity;
  options.curve = geometry::curve_kind(request.curve);
  options.sense = request.sense;
  options.sense.source = source_of(which.capacity);
  options.sense.interval =
      option_quantity("--sense-interval", request.sense_interval, Dimension::kSeconds);
  options.sense.delay = option_quantity("--sense-delay", request.sense_delay, Dimension::kSeconds);
  if (options.sense.interval == 0.0) {
    throw InputError("--sense-interval is 0 s; expected a time above 0");
  }
  options.cost = cost_model(header, cost);
  if (request.steps > 0) {
    options.steps = request.steps;
  }
  if (request.time_partitioner) {
    options.clock = [] { return thread_cpu_seconds(); };
  }
  return options;
}

/// Shares in a list or a file, shape [ranks], or none.
std::vector<double> shares_of(const std::string& text, std::size_t ranks) {
  if (text.empty()) {
    return {};
  }
  std::error_code too_long;  // a list may be no possible name of a file
  const bool is_file = std::filesystem::exists(text, too_long);
  if (!is_file && text.find_first_of(", \t") == text.npos && !workload::parse_number(text)) {
    throw InputError(fmt::format("--shares is '{}'; no such file, and no list of numbers", text));
  }
  const std::vector<double> shares =
      workload::parse_capacities(is_file ? read_input(text) : text, is_file ? text : "--shares");
  if (shares.size() != ranks) {
    throw InputError(fmt::format("--shares has {} numbers for {} ranks", shares.size(), ranks));
  }
  return shares;
}

manager::Manager manager_of(const ReplayRequest& request, const ReplayCase& which,
                            const Settings& settings) {
  const auto partitioners = builtin<partition::Partitioner>();
  const auto policies = builtin<manager::Policy>();
  manager::Manager manager(manager::make_methods(partitioners, which.method, settings.partition),
                           policies.make(which.policy, settings.manage));
  if (!request.octants.empty()) {
    manager.follow(octants_of(request.octants));
  }
  return manager;
}

/// The last step in the trace, to know how far it is: reads all of it.
std::int64_t steps_of(const std::string& path) {
  workload::TraceReader trace(path);
  workload::TraceRegrid regrid;
  std::optional<std::int64_t> first;
  while (trace.next(regrid)) {
    first = first.value_or(regrid.step);
  }
  return first ? regrid.step - *first + trace.header().regrid_interval : 0;
}

/// What follows a part of a replay, as it was asked for.
class Followers {
 public:
  Followers(const ReplayRequest& request, const ReplayCase& which, const ReplayPart& part)
      : part_(part) {
    if (!request.phases.empty()) {
      phases_.emplace(request.phases, part);
    }
    if (!request.decisions.empty()) {
      decisions_.emplace(request.decisions, part);
    }
    if (!request.timeline.empty()) {
      timeline_.emplace(request.timeline, part.resumes());
    }
    if (!request.quiet) {
      progress_.emplace(which, request.steps > 0 ? request.steps : steps_of(request.trace));
    }
  }

  /// \param chance  with steps and time of the part
  void tell(Chance chance) {
    chance.step += part_.from;
    chance.time += part_.begin;
    if (chance.time > part_.end) {
      return;
    }
    if (phases_) {
      phases_->write(chance.step, *chance.tally);
    }
    if (decisions_) {
      decisions_->write(chance);
    }
    if (progress_) {
      progress_->tell(chance);
    }
  }

  /// Nothing more comes.
  void close(const ReplayResult& result) {
    if (phases_ && part_.begin + result.wall <= part_.end) {
      phases_->write(part_.from + result.steps, result.tally);
    }
    const auto close_file = [](auto& file) {
      if (file) {
        file->close();
      }
    };
    close_file(phases_);
    close_file(decisions_);
    close_file(timeline_);
  }

  /// \see Tally::listener
  std::function<void(std::size_t, const Op&, double, double)> listener() {
    if (!timeline_) {
      return {};
    }
    return [this](std::size_t rank, const Op& op, double start, double end) {
      const double from = part_.begin + start;
      if (from < part_.end) {
        timeline_->add({fmt::format("{} {}", name_of(op.cost), op.level), 0, part_.ranks[rank],
                        from, std::min(part_.begin + end, part_.end)});
      }
    };
  }

 private:
  const ReplayPart& part_;
  std::optional<PhasesFile> phases_;
  std::optional<DecisionsFile> decisions_;
  std::optional<TraceEvents> timeline_;
  std::optional<Progress> progress_;
};

/// The file's platform, or equal hosts.
Platform platform_of(const ReplayRequest& request, const ReplayCase& which, double speed) {
  Platform platform = which.platform.empty() ? equal_platform(which.ranks, speed, Link{})
                                             : read_platform(which.platform);
  add_profiles(request.profiles, platform);
  return platform;
}

/// All that a case needs.
struct Prepared {
  workload::TraceHeader header;
  Settings settings;
  ReplayOptions options;
  Platform platform;
  std::vector<Place> places;
  std::unique_ptr<Backend> backend;
};

Prepared prepare(const ReplayRequest& request, const ReplayCase& which) {
  Prepared ready;
  ready.header = workload::TraceReader(request.trace).header();
  ready.settings = sort_settings(request.settings);
  if (!request.calibration.empty()) {
    ready.settings.cost.merge(
        parse_calibration(read_input(request.calibration), request.calibration));
  }
  ready.options = options_of(request, which, ready.header, ready.settings.cost);
  ready.options.cell_costs = ready.settings.cell_costs;
  ready.platform = platform_of(request, which, ready.options.cost.reference_speed);
  const std::size_t ranks =
      which.ranks > 0 ? which.ranks : static_cast<std::size_t>(ready.platform.cores());
  ready.options.sense.given = shares_of(request.shares, ranks);
  ready.places = place_ranks(ready.platform, ranks);
  ready.backend = builtin<Backend>().make(request.backend);
  return ready;
}

}  // namespace

JsonLine play_case(const ReplayRequest& request, const ReplayCase& which) {
  const Prepared ready = prepare(request, which);
  const PlayPart play = [&](const ReplayPart& part,
                            const std::function<void(const Chance&)>& also) {
    workload::TraceReader trace(request.trace);
    Followers followers(request, which, part);
    ReplaySetup setup{part.platform, part.places, manager_of(request, which, ready.settings),
                      ready.options};
    setup.options.from = part.from;
    if (!ready.options.sense.given.empty()) {
      setup.options.sense.given.clear();
      for (const std::size_t rank : part.ranks) {
        setup.options.sense.given.push_back(ready.options.sense.given[rank]);
      }
    }
    setup.follow = [&](const Chance& chance) {
      followers.tell(chance);
      if (also) {
        also(chance);
      }
    };
    setup.listener = followers.listener();
    ReplayResult result = replay(trace, std::move(setup), *ready.backend);
    followers.close(result);
    return result;
  };
  const ReplayResult result = request.failure.empty()
                                  ? play(whole_replay(ready.platform, ready.places), {})
                                  : replay_with_failure(ready.platform, ready.places,
                                                        failure_of(request, ready.platform), play);
  return to_json({ready.header.kernel, which.method, which.policy, which.capacity, request.backend,
                  ready.platform.name},
                 result);
}

}  // namespace evenkeel::simulator
