// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// From keys to options of placement.
#include "evenkeel/runtime/placement_options.hpp"

#include <algorithm>

#include "evenkeel/runtime/manage_params.hpp"

namespace evenkeel::runtime {
namespace {

CapacitySource source_of(std::string_view word) {
  return word == "measured" ? CapacitySource::kMeasured
         : word == "given"  ? CapacitySource::kGiven
         : word == "equal"  ? CapacitySource::kEqual
                            : CapacitySource::kMetric;
}

/// The metric that is named; with measured rates and a machine file the ratings of its hosts, for
/// the time before anything is measured.
std::optional<MetricChoice> metric_choice(const io::Case& settings, CapacitySource source) {
  const bool begins_by_file = source == CapacitySource::kMeasured && settings.has("machine.file");
  if (source != CapacitySource::kMetric && !begins_by_file) {
    return std::nullopt;
  }
  MetricChoice choice;
  choice.metric = begins_by_file ? "drum_power" : settings.text("manage.capacity");
  choice.weights =
      settings.has("machine.weights") ? settings.numbers("machine.weights") : std::vector<double>();
  if (!begins_by_file) {
    choice.params = declared(settings.parameters("manage"), metric_params(settings));
  }
  return choice;
}

FactSources fact_sources(const io::Case& settings) {
  constexpr double kShortest = 0.01;  // between looks of the sensors [s]
  constexpr double kAutomatic = 0.5;  // middle of the time between them [s]
  FactSources sources;
  sources.machine_file = settings.has("machine.file") ? settings.text("machine.file") : "";
  const double interval = settings.number("manage.sense_interval");
  sources.sensors.interval = interval > 0.0 ? std::max(interval, kShortest) : kAutomatic;
  sources.has_sensors = !settings.flag("manage.deterministic");
  if (settings.has("manage.sensors")) {
    sources.sensors.sensors = settings.texts("manage.sensors");
    sources.has_sensors = sources.has_sensors && !sources.sensors.sensors.empty();
  }
  return sources;
}

SenseOptions sense_options(const io::Case& settings, int rank) {
  SenseOptions options;
  options.interval = settings.number("manage.sense_interval");
  options.source = source_of(settings.text("manage.capacity"));
  if (options.source == CapacitySource::kGiven) {
    options.given = settings.numbers("machine.capacities");
  }
  options.metric = metric_choice(settings, options.source);
  options.facts = fact_sources(settings);
  options.has_memory_limit =
      settings.number("memory.budget") > 0.0 || settings.has("memory.budgets");
  options.memory_budget = memory_budget(settings, rank);
  options.deterministic = settings.flag("manage.deterministic");
  return options;
}

}  // namespace

double memory_budget(const io::Case& settings, int rank) {
  return settings.has("memory.budgets")
             ? settings.numbers("memory.budgets")[static_cast<std::size_t>(rank)]
             : settings.number("memory.budget");
}

PlacementOptions placement_options(const io::Case& settings, const hierarchy::StateShape& shape,
                                   int rank) {
  PlacementOptions options;
  options.granularity = static_cast<int>(settings.integer("partition.granularity"));
  if (settings.has("partition.octants")) {
    options.octants = settings.text("partition.octants");
    options.least_granularity = shape.ghosts;
  }
  options.curve = geometry::curve_kind(settings.text("partition.curve"));
  options.max_box = static_cast<int>(settings.integer("mesh.max_box"));
  options.align = static_cast<int>(settings.integer("mesh.min_box"));
  options.regrid_interval = static_cast<int>(settings.integer("mesh.regrid_interval"));
  options.bytes_per_cell = 8.0 * shape.components;
  options.moved_per_cell = 8.0 * shape.moved();
  options.sense = sense_options(settings, rank);
  if (settings.has("time.steps")) {
    options.end = settings.integer("time.steps");
  }
  return options;
}

}  // namespace evenkeel::runtime
