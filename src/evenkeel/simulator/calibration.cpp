// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Replays with unit constants, and what they are to be multiplied by.
#include "evenkeel/simulator/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/json_text.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/replay.hpp"

namespace evenkeel::simulator {
namespace {

constexpr auto kReplaceBroken = nlohmann::json::error_handler_t::replace;

double mean(const std::vector<double>& values, std::size_t ranks) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(ranks);
}

/// The replay of \p run on processors that take nothing but \p cost, and ways that take nothing.
ReplayResult play(const MeasuredRun& run, ParamValues cost) {
  workload::TraceReader trace(run.trace);
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<manager::Policy> policies;
  manager::register_builtin(policies);
  Registry<Backend> backends;
  register_builtin(backends);
  const Platform platform = equal_platform(run.ranks, 1e9, {.bandwidth = 1e300, .latency = 0.0});
  cost["seconds_per_update"] = 1e-30;
  cost["reduce"] = 0.0;
  cost["max_box"] = static_cast<double>(run.max_box);
  ReplaySetup setup{platform,
                    place_ranks(platform, run.ranks),
                    {manager::make_methods(partitioners, run.method), policies.make("none")}};
  setup.options.granularity = run.granularity;
  setup.options.steps = std::llround(run.steps);
  setup.options.cost = cost_model(trace.header(), cost);
  return replay(trace, std::move(setup), *backends.make("phase"));
}

/// Of a cell update, where source terms make some cost more. [updates of ordinary cells]
double mean_weight(const ReplayResult& played) {
  return played.work > 0.0 ? played.work / played.cell_updates() : 1.0;
}

/// How often, on the mean of its ranks, a run pays for something.
struct Counts {
  double in_steps = 0.0;
  double in_regrids = 0.0;

  Counts(const Tally& tally)
      : in_steps(mean(tally.ghost, tally.ranks()) + mean(tally.interlevel, tally.ranks())),
        in_regrids(mean(tally.migrate, tally.ranks())) {}
};

/// What messages of steps take a processor: so much for each, and for each byte.
struct Handling {
  double message = 0.0;  ///< [s]
  double byte = 0.0;     ///< [s]
};

/// The two, both >= 0, that explain comm = message * a + byte * b best.
Handling fit_handling(std::span<const double> a, std::span<const double> b,
                      std::span<const double> comm) {
  const auto dot = [](std::span<const double> x, std::span<const double> y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  const double aa = dot(a, a);
  const double bb = dot(b, b);
  const double ab = dot(a, b);
  const double ac = dot(a, comm);
  const double bc = dot(b, comm);
  if (aa == 0.0 || bb == 0.0) {
    return {};
  }
  const double determinant = aa * bb - ab * ab;
  if (comm.size() < 2 || determinant <= 1e-9 * aa * bb) {
    return {0.5 * ac / aa, 0.5 * bc / bb};
  }
  const Handling best{(ac * bb - bc * ab) / determinant, (bc * aa - ac * ab) / determinant};
  if (best.message < 0.0) {
    return {0.0, bc / bb};
  }
  return best.byte < 0.0 ? Handling{ac / aa, 0.0} : best;
}

/// Seconds per update that ghosts and levels take where nothing is sent, by runs of one rank.
double local_seconds(std::span<const MeasuredRun> runs) {
  double seconds = 0.0;
  double updates = 0.0;
  for (const MeasuredRun& run : runs) {
    seconds += run.ranks == 1 ? run.comm : 0.0;
    updates += run.ranks == 1 ? run.updates : 0.0;
  }
  return updates > 0.0 ? seconds / updates : 0.0;
}

/// Sums over runs of several ranks, or over all where there are none: it is beside others that
/// ranks are to be predicted.
struct Work {
  double updates = 0.0;
  double weighed = 0.0;  ///< updates, by what they cost
  double compute = 0.0;  ///< [s]
  double other = 0.0;    ///< [s]
  double steps = 0.0;    ///< of ranks

  /// \param weights  mean ones of the updates of each run
  Work(std::span<const MeasuredRun> runs, std::span<const double> weights) {
    const bool together = std::ranges::any_of(runs, [](const auto& run) { return run.ranks > 1; });
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const MeasuredRun& run = runs[i];
      const auto counts = run.ranks > 1 || !together ? static_cast<double>(run.ranks) : 0.0;
      updates += counts > 0.0 ? run.updates : 0.0;
      weighed += counts > 0.0 ? run.updates * weights[i] : 0.0;
      compute += counts > 0.0 ? run.compute : 0.0;
      other += counts * run.other;
      steps += counts * run.steps;
    }
  }
};

double ratio(double over, double under) {
  return under > 0.0 ? std::max(0.0, over) / under : 0.0;
}

}  // namespace

ParamValues calibrate(std::span<const MeasuredRun> runs) {
  EVENKEEL_EXPECT(!runs.empty());
  const double local = local_seconds(runs);
  std::vector<double> comm;
  std::vector<double> messages;
  std::vector<double> bytes;
  std::vector<double> weights;
  double regrid = 0.0;
  double moved_messages = 0.0;
  double moved_bytes = 0.0;
  double cells = 0.0;
  double partition = 0.0;
  double partition_counted = 0.0;
  for (const MeasuredRun& run : runs) {
    const ReplayResult played = play(run, {{"message_seconds", 1.0}, {"regrid_per_cell", 1.0}});
    const Tally& once = played.tally;
    const Counts sent(once);
    const Counts each_byte(play(run, {{"byte_seconds", 1.0}}).tally);
    weights.push_back(mean_weight(played));
    regrid += run.regrid;
    cells += mean(once.regrid, run.ranks);
    moved_messages += sent.in_regrids;
    moved_bytes += each_byte.in_regrids;
    if (run.ranks > 1) {
      partition += run.partition;
      partition_counted += mean(once.partition, run.ranks);
      const double copies = local * run.updates / static_cast<double>(run.ranks);
      comm.push_back(std::max(0.0, run.comm - copies));
      messages.push_back(sent.in_steps);
      bytes.push_back(each_byte.in_steps);
    }
  }
  const Handling handling = fit_handling(messages, bytes, comm);
  const double moving = handling.message * moved_messages + handling.byte * moved_bytes;
  const Work work(runs, weights);
  const CostModel prior;
  const double scale = partition_counted > 0.0 ? partition / partition_counted : 1.0;
  return {{"seconds_per_update", (work.compute + local * work.updates) / work.weighed},
          {"message_seconds", handling.message},
          {"byte_seconds", handling.byte},
          {"regrid_per_cell", ratio(regrid - moving, cells)},
          {"step_seconds", work.other / work.steps},
          {"partition_per_unit", prior.partition_per_unit * scale},
          {"partition_per_rank", prior.partition_per_rank * scale}};
}

std::string calibration_json(const ParamValues& cost) {
  JsonLine values;
  for (const auto& [name, value] : cost) {
    values.add(name, std::get<double>(value));
  }
  JsonLine line;
  line.add("cost", values);
  return line.text();
}

ParamValues parse_calibration(const std::string& text, const std::string& file) {
  const nlohmann::json json = parse_json(text, file);
  if (!json.is_object() || !json.contains("cost") || !json["cost"].is_object()) {
    throw InputError(file + ": has no table \"cost\"; expected what `evenkeel calibrate` writes");
  }
  ParamValues cost;
  for (const auto& [name, value] : json["cost"].items()) {
    if (!value.is_number()) {
      throw InputError(fmt::format("{}: cost.{} is {}, wanted is a number", file, name,
                                   value.dump(-1, ' ', false, kReplaceBroken)));
    }
    cost[name] = value.get<double>();
  }
  return cost;
}

}  // namespace evenkeel::simulator
