// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel replay`: a recorded run on other machines and under other rules, in one table.
#include <iostream>
#include <memory>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/simulator/commands/command.hpp"
#include "evenkeel/simulator/commands/replay_case.hpp"
#include "evenkeel/simulator/commands/replay_check.hpp"
#include "evenkeel/simulator/commands/replay_options.hpp"
#include "evenkeel/simulator/forked.hpp"

namespace evenkeel::simulator {
namespace {

constexpr std::size_t kAtOnce = 2;

double total(const nlohmann::json& summary, const char* key) {
  const auto values = summary.at(key).get<std::vector<double>>();
  return std::accumulate(values.begin(), values.end(), 0.0);
}

void print_head() {
  std::cout << fmt::format(
      "{:<18} {:<12} {:<9} {:>6} {:>12} {:>7} {:>7} {:>7} {:>7} {:>10} {:>7}\n", "method", "policy",
      "capacity", "ranks", "wall", "deliv.", "imbal.", "wait", "comm", "migrated", "moves");
}

void print_row(const std::string& line) {
  const nlohmann::json summary = nlohmann::json::parse(line);
  const double ranks = summary.at("ranks");
  const double wall = summary.at("wall_s");
  const double counted = wall - summary.at("before_s").get<double>();
  const auto share = [&](const char* key) {
    return 100.0 * total(summary, key) / (ranks * counted);
  };
  std::cout << fmt::format(
                   "{:<18} {:<12} {:<9} {:>6} {:>12} {:>7.3f} {:>5.1f} % {:>5.1f} % {:>5.1f} % "
                   "{:>10} {:>7}\n",
                   std::string(summary.at("method")), std::string(summary.at("policy")),
                   std::string(summary.at("capacity_source")), ranks, human_seconds(wall),
                   summary.at("delivered_efficiency").get<double>(),
                   100.0 * summary.at("imbalance_mean").get<double>(), share("wait_s"),
                   share("comm_s"), human_bytes(summary.at("migrated_bytes")),
                   summary.at("repartitions").get<std::int64_t>())
            << std::flush;
}

/// How far a sweep is, and when it will have ended.
void tell_progress(std::size_t done, std::size_t all, double seconds) {
  if (done < all) {
    const double left = seconds * static_cast<double>(all - done) / static_cast<double>(done);
    std::cerr << fmt::format("{} of {} replays, {} to go\n", done, all, human_seconds(left));
  }
}

void warn_of_short_trace(const ReplayRequest& request, const std::string& line) {
  const auto played = nlohmann::json::parse(line).at("steps").get<std::int64_t>();
  if (played < request.steps) {
    std::cerr << fmt::format("{}: ends after {} of {} steps\n", request.trace, played,
                             request.steps);
  }
}

int run(const ReplayRequest& request) {
  check_request(request);
  const std::vector<ReplayCase> cases = cases_of(request);
  const double start = wall_seconds();
  if (cases.size() > 1 && request.is_followed()) {
    throw InputError("--phases, --timeline and --decisions are of one replay, not of several");
  }
  std::string platform = "\n";
  run_forked(
      cases.size(), kAtOnce, [&](std::size_t k) { return play_case(request, cases[k]).text(); },
      [&](std::size_t k, const std::string& line) {
        if (!request.quiet) {
          tell_progress(k + 1, cases.size(), wall_seconds() - start);
        }
        if (k == 0) {
          warn_of_short_trace(request, line);
        }
        if (request.json) {
          std::cout << line << "\n" << std::flush;
          return;
        }
        if (cases[k].platform != platform) {
          platform = cases[k].platform;
          std::cout << (k > 0 ? "\n" : "") << "on " << (platform.empty() ? "equal hosts" : platform)
                    << "\n";
          print_head();
        }
        print_row(line);
      });
  return 0;
}

void add_what(Command& command, ReplayRequest& request) {
  command.add_option("trace", request.trace, "trace.ndjson of a run").required();
  command
      .add_option("--platform", request.platforms,
                  "SimGrid or machine XML; several: one after the other; default: equal hosts, as "
                  "many as --ranks")
      .comma_separated();
  command
      .add_option("--ranks", request.ranks,
                  "how many; default: one on every processor of --platform")
      .comma_separated()
      .range(1, 1'000'000);
  command
      .add_option("--method", request.methods,
                  "see `evenkeel list partitioners`; not those of libraries and of patches")
      .comma_separated();
  command.add_option("--policy", request.policies, "see `evenkeel list policies`")
      .comma_separated();
  command
      .add_option("--capacity", request.capacities,
                  "where shares come from: measured, equal, given, sensed, forecast")
      .comma_separated();
  command.add_option("--backend", request.backend, "phase, or s4u: with contention of messages");
  command.add_option("--steps", request.steps, "coarse steps; default: to the end of the trace")
      .positive();
  command
      .add_option("-s,--set", request.settings,
                  "partition.NAME=VALUE, manage.NAME=VALUE or cost.NAME=VALUE")
      .one_value();
}

void add_how(Command& command, ReplayRequest& request) {
  command.add_option("--calibration", request.calibration,
                     "what `evenkeel calibrate` wrote; -s cost.NAME overrides it");
  command
      .add_option("--profile", request.profiles,
                  "HOST=FILE: availability over time, CSV of time,availability or what `evenkeel "
                  "sense --watch --json` wrote; may be repeated")
      .one_value();
  command.add_option("--fail", request.failure,
                     "HOST=TIME: a host lost (60s); the others carry on from the last checkpoint");
  command
      .add_option("--checkpoint-interval", request.checkpoint_interval,
                  "coarse steps between checkpoints, taken at regrids")
      .positive();
  command.add_option("--restart", request.restart, "from a failure to carrying on");
  command.add_option("--granularity", request.granularity, "side of grid units [base cells]")
      .range(1, 1 << 20);
  command.add_option("--curve", request.curve, "hilbert or morton");
  command.add_option("--octants", request.octants,
                     "choose the partitioner by the state of the application: armada, or a file "
                     "like examples/octants/octants.toml; the method begins");
  command.add_option("--shares", request.shares,
                     "of `--capacity given`: a,b,c or a file; default: speeds of the platform");
  command.add_option("--sense-interval", request.sense_interval, "between looks: 1s");
  command.add_option("--sense-delay", request.sense_delay, "age of what sensors say");
  command.add_option("--sense-noise", request.sense.noise, "of a reading, as a fraction")
      .range(0.0, 1.0);
  command.add_option("--seed", request.sense.seed, "of the noise");
  command.add_flag("--time-partitioner", request.time_partitioner,
                   "charge what partitioning takes here, not what the cost model says");
  command.add_option("--phases", request.phases, "write time by rank and level (CSV)");
  command.add_option("--timeline", request.timeline, "write a timeline for Perfetto (JSON)");
  command.add_option("--decisions", request.decisions,
                     "write what the manager decided, and why (NDJSON)");
  command.add_flag("--json", request.json, "one summary a line");
  command.add_flag("--quiet", request.quiet, "no progress lines");
}

}  // namespace

std::vector<ReplayCase> cases_of(const ReplayRequest& request) {
  const std::vector<std::string> platforms =
      request.platforms.empty() ? std::vector<std::string>{""} : request.platforms;
  const std::vector<std::size_t> ranks =
      request.ranks.empty() ? std::vector<std::size_t>{0} : request.ranks;
  std::vector<ReplayCase> cases;
  for (const std::string& platform : platforms) {
    for (const std::size_t count : ranks) {
      for (const std::string& method : request.methods) {
        for (const std::string& policy : request.policies) {
          for (const std::string& capacity : request.capacities) {
            cases.push_back({platform, count, method, policy, capacity});
          }
        }
      }
    }
  }
  return cases;
}

void add_replay(Command& program, Action& action) {
  auto request = std::make_shared<ReplayRequest>();
  Command command =
      program.add_subcommand("replay", "simulate a recorded run on a machine one describes");
  command.footer(
      "Lists make a sweep: every combination is played, two at a time.\n"
      "Example:\n  evenkeel replay rm2d.run/trace.ndjson --ranks 16,64 --method ccp,lpa\n"
      "  evenkeel replay rm2d.run/trace.ndjson --platform cluster.xml --capacity equal,measured\n"
      "  evenkeel replay rm2d.run/trace.ndjson --ranks 64 --policy reactive --octants armada");
  add_what(command, *request);
  add_how(command, *request);
  command.callback([request, &action] {
    request->quiet = request->quiet || isatty(STDERR_FILENO) == 0;
    action = [request] { return run(*request); };
  });
}

}  // namespace evenkeel::simulator
