// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From the files of a run to seconds of processors.
#include "evenkeel/simulator/measured_run.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <toml++/toml.h>

#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_text.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::simulator {
namespace {

double sum(const nlohmann::json& summary, const char* key) {
  const auto values = summary.at(key).get<std::vector<double>>();
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// \throws InputError where the run's partitioner is none of the simulator's
void check_method(const std::string& place, const std::string& method) {
  Registry<partition::Partitioner> known;
  partition::register_builtin(known);
  if (!known.entries().contains(method)) {
    throw InputError(fmt::format(
        "{}: partition.method is '{}', which the simulator lacks, as all methods of libraries and "
        "of patches; known: {}",
        place, method, join(known.names())));
  }
}

/// How the grids were dealt out, from the resolved case.
void read_case(const std::filesystem::path& path, MeasuredRun& run) {
  try {
    const toml::table table = toml::parse(read_input(path));
    const auto method = table["partition"]["method"];
    run.method = method.value_or(run.method);
    const auto line = method ? method.node()->source().begin.line : 0;
    check_method(to_text({path.string(), static_cast<int>(line)}), run.method);
    run.granularity = table["partition"]["granularity"].value_or(run.granularity);
    run.max_box = table["mesh"]["max_box"].value_or(run.max_box);
  } catch (const toml::parse_error& error) {
    throw InputError(path.string() + ": " + std::string(error.description()));
  }
}

/// Kernels have their processor time measured. What is left of that of the processes is shared out
/// by wall time among all else that is not waiting.
void read_times(const nlohmann::json& summary, MeasuredRun& run) {
  const auto number = [&](const char* key) { return summary.at(key).get<double>(); };
  const auto ranks = static_cast<double>(run.ranks);
  run.compute = sum(summary, "compute_cpu_s");
  const double rest = ranks * number("wall_s") - sum(summary, "wait_s") - sum(summary, "compute_s");
  const double left = std::max(0.0, number("cpu_s") - run.compute);
  const double ours = rest > 0.0 ? std::min(1.0, left / rest) : 0.0;
  run.comm = ours * sum(summary, "comm_s") / ranks;
  run.regrid = ours * (number("regrid_s") + number("migrate_s"));
  run.partition = ours * number("partition_s");
  run.other = ours * (number("other_s") + number("io_s") + number("sense_s"));
}

}  // namespace

MeasuredRun read_run(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "summary.json";
  try {
    const nlohmann::json summary = parse_json(read_input(path), path.string());
    MeasuredRun run;
    run.trace = (folder / "trace.ndjson").string();
    run.ranks = summary.at("ranks").get<std::size_t>();
    run.updates = summary.at("cell_updates").get<double>();
    run.steps = summary.at("steps").get<double>();
    read_times(summary, run);
    if (!(run.updates > 0.0 && run.compute > 0.0 && run.steps > 0.0) || run.ranks < 1) {
      throw InputError(path.string() + ": tells of no work");
    }
    if (!std::filesystem::exists(run.trace)) {
      throw InputError(run.trace + ": no such file; runs write it with output.trace = true");
    }
    read_case(folder / "config.toml", run);
    return run;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(path.string() + ": " + error.what());
  }
}

}  // namespace evenkeel::simulator
