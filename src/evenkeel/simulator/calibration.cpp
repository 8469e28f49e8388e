// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Replays with unit constants, and what they are to be multiplied by.
#include "evenkeel/simulator/calibration.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/simulator/cost_params.hpp"
#include "evenkeel/simulator/replay.hpp"

namespace evenkeel::simulator {
namespace {

constexpr double kWide = 1e300;  ///< [byte/s]

double mean(const std::vector<double>& values, std::size_t ranks) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(ranks);
}

/// The replay of \p run over \p link with \p cost, which computes for next to nothing.
Tally play(const MeasuredRun& run, const Link& link, ParamValues cost) {
  workload::TraceReader trace(run.trace);
  Registry<partition::Partitioner> partitioners;
  partition::register_builtin(partitioners);
  Registry<manager::Policy> policies;
  manager::register_builtin(policies);
  Registry<Backend> backends;
  register_builtin(backends);
  const Platform platform = equal_platform(run.ranks, 1e9, link);
  cost["seconds_per_update"] = 1e-30;
  cost["reduce"] = 0.0;
  ReplaySetup setup{platform,
                    place_ranks(platform, run.ranks),
                    {manager::make_methods(partitioners, "ccp"), policies.make("none")}};
  setup.options.cost = cost_model(trace.header(), cost);
  return replay(trace, std::move(setup), *backends.make("phase")).tally;
}

double communication(const Tally& tally) {
  return mean(tally.ghost, tally.ranks()) + mean(tally.interlevel, tally.ranks());
}

/// Latency and seconds per byte that explain comm = latency * a + per_byte * b best, both >= 0.
Link fit_link(std::span<const double> a, std::span<const double> b, std::span<const double> comm) {
  const auto dot = [](std::span<const double> x, std::span<const double> y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  const double aa = dot(a, a);
  const double bb = dot(b, b);
  const double ab = dot(a, b);
  const double ac = dot(a, comm);
  const double bc = dot(b, comm);
  const double determinant = aa * bb - ab * ab;
  double latency = 0.0;
  double per_byte = 0.0;
  if (comm.size() > 1 && determinant > 1e-9 * aa * bb) {
    latency = (ac * bb - bc * ab) / determinant;
    per_byte = (bc * aa - ac * ab) / determinant;
  } else if (aa > 0.0 && bb > 0.0) {
    latency = 0.5 * ac / aa;
    per_byte = 0.5 * bc / bb;
  }
  if (latency < 0.0) {
    latency = 0.0;
    per_byte = bc / bb;
  } else if (per_byte < 0.0) {
    per_byte = 0.0;
    latency = ac / aa;
  }
  return {.bandwidth = per_byte > 0.0 ? 1.0 / per_byte : kWide, .latency = latency};
}

}  // namespace

MeasuredRun read_run(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "summary.json";
  try {
    const nlohmann::json summary = nlohmann::json::parse(read_file(path));
    const auto sum = [&](const char* key) {
      const auto values = summary.at(key).get<std::vector<double>>();
      return std::accumulate(values.begin(), values.end(), 0.0);
    };
    MeasuredRun run;
    run.trace = (folder / "trace.ndjson").string();
    run.ranks = summary.at("ranks").get<std::size_t>();
    run.updates = summary.at("cell_updates").get<double>();
    const auto number = [&](const char* key) { return summary.at(key).get<double>(); };
    const auto ranks = static_cast<double>(std::max<std::size_t>(1, run.ranks));
    const double busy = ranks * number("wall_s") - sum("wait_s");
    const double ours = busy > 0.0 ? std::min(1.0, number("cpu_s") / busy) : 1.0;
    run.compute = ours * sum("compute_s");
    run.comm = ours * sum("comm_s") / ranks;
    run.regrid = ours * number("regrid_s");
    run.partition = ours * number("partition_s");
    run.other = ours * number("other_s");
    run.steps = number("steps");
    if (!(run.updates > 0.0 && run.compute > 0.0 && run.steps > 0.0) || run.ranks < 1) {
      throw InputError(path.string() + ": tells of no work");
    }
    if (!std::filesystem::exists(run.trace)) {
      throw InputError(run.trace + ": no such file; runs write it with output.trace = true");
    }
    return run;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(path.string() + ": " + error.what());
  } catch (const SystemError& error) {
    throw InputError(error.what());
  }
}

namespace {

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
  double compute = 0.0;  ///< [s]
  double other = 0.0;    ///< [s]
  double steps = 0.0;    ///< of ranks

  explicit Work(std::span<const MeasuredRun> runs) {
    const bool together = std::ranges::any_of(runs, [](const auto& run) { return run.ranks > 1; });
    for (const MeasuredRun& run : runs) {
      const auto counts = run.ranks > 1 || !together ? static_cast<double>(run.ranks) : 0.0;
      updates += counts > 0.0 ? run.updates : 0.0;
      compute += counts > 0.0 ? run.compute : 0.0;
      other += counts * run.other;
      steps += counts * run.steps;
    }
  }
};

}  // namespace

Calibration calibrate(std::span<const MeasuredRun> runs) {
  EVENKEEL_EXPECT(!runs.empty());
  const double local = local_seconds(runs);
  const Work work(runs);
  double regrid = 0.0;
  double regrid_counted = 0.0;
  double partition = 0.0;
  double partition_counted = 0.0;
  std::vector<double> comm;
  std::vector<double> per_latency;
  std::vector<double> per_byte;
  for (const MeasuredRun& run : runs) {
    // One second of latency on each of a way's two links; one second a byte.
    const Tally late = play(run, {.bandwidth = kWide, .latency = 0.5}, {{"regrid_per_cell", 1.0}});
    const Tally narrow = play(run, {.bandwidth = 1.0, .latency = 0.0}, {});
    regrid += run.regrid;
    regrid_counted += mean(late.regrid, run.ranks);
    if (run.ranks > 1) {
      partition += run.partition;
      partition_counted += mean(late.partition, run.ranks);
      const double copies = local * run.updates / static_cast<double>(run.ranks);
      comm.push_back(std::max(0.0, run.comm - copies));
      per_latency.push_back(communication(late));
      per_byte.push_back(communication(narrow));
    }
  }
  Calibration calibration;
  const CostModel prior;
  const double scale = partition_counted > 0.0 ? partition / partition_counted : 1.0;
  calibration.cost["seconds_per_update"] = work.compute / work.updates + local;
  calibration.cost["regrid_per_cell"] = regrid_counted > 0.0 ? regrid / regrid_counted : 0.0;
  calibration.cost["step_seconds"] = work.other / work.steps;
  calibration.cost["partition_per_unit"] = prior.partition_per_unit * scale;
  calibration.cost["partition_per_rank"] = prior.partition_per_rank * scale;
  if (!comm.empty()) {
    calibration.link = fit_link(per_latency, per_byte, comm);
  }
  return calibration;
}

std::string to_json(const Calibration& calibration) {
  JsonLine cost;
  for (const auto& [name, value] : calibration.cost) {
    cost.add(name, std::get<double>(value));
  }
  JsonLine line;
  line.add("cost", cost)
      .add("latency", calibration.link.latency)
      .add("bandwidth", calibration.link.bandwidth);
  return line.text();
}

Calibration parse_calibration(const std::string& text, const std::string& file) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    Calibration calibration;
    for (const auto& [name, value] : json.at("cost").items()) {
      calibration.cost[name] = value.get<double>();
    }
    calibration.link = {.bandwidth = json.at("bandwidth").get<double>(),
                        .latency = json.at("latency").get<double>()};
    if (!(calibration.link.bandwidth > 0.0 && calibration.link.latency >= 0.0)) {
      throw InputError(file + ": bandwidth must be above 0, latency not below");
    }
    return calibration;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(file + ": " + error.what() + "; expected what `evenkeel calibrate` writes");
  }
}

}  // namespace evenkeel::simulator
