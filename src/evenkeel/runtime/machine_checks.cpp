// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Checks of the machine's part of a case.
#include "evenkeel/runtime/machine_checks.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/monitor/sensor_list.hpp"
#include "evenkeel/service/link_cliques.hpp"

namespace evenkeel::runtime {
namespace {

/// Whether `manage.capacity` names something; if not, says so.
bool check_capacity(const io::Case& settings, Problems& problems) {
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  std::vector<std::string_view> known = {"measured", "given", "equal"};
  for (const std::string_view metric : registry.names()) {
    // A case has no functions to call back.
    if (metric != "callback" && metric != "measured") {
      known.push_back(metric);
    }
  }
  const std::string& name = settings.text("manage.capacity");
  if (std::ranges::find(known, name) != known.end()) {
    return true;
  }
  problems.add(settings.place("manage.capacity"),
               fmt::format("manage.capacity is '{}', known are {}{}", name, join(known),
                           suggestion(name, known)));
  return false;
}

void check_weights(const io::Case& settings, Problems& problems) {
  if (!settings.has("machine.weights")) {
    return;
  }
  const std::vector<double>& weights = settings.numbers("machine.weights");
  const std::string& metric = settings.text("manage.capacity");
  const Location place = settings.place("machine.weights");
  if (weights.size() != 3 || std::reduce(weights.begin(), weights.end()) <= 0.0) {
    problems.add(place,
                 "machine.weights are three numbers, of processor, memory and bandwidth, not "
                 "all 0");
  }
  if (metric != "weighted" && metric != "drum_power") {
    problems.add(place, fmt::format("machine.weights are of manage.capacity = \"weighted\" or "
                                    "\"drum_power\"; it is \"{}\"",
                                    metric));
  }
}

/// Sensors are made to see whether they can be; nothing is read.
void check_sensors(const io::Case& settings, Problems& problems) {
  if (!settings.has("manage.sensors")) {
    return;
  }
  Registry<monitor::Sensor> registry;
  monitor::register_builtin(registry);
  for (const std::string& text : settings.texts("manage.sensors")) {
    if (service::is_unaimed_link(text)) {
      continue;  // to be aimed at the other hosts
    }
    try {
      monitor::make_sensor(registry, text);
    } catch (const Error& error) {
      problems.add(settings.place("manage.sensors"),
                   fmt::format("manage.sensors: {}", error.what()));
    }
  }
}

}  // namespace

void check_machine(const io::Case& settings, Problems& problems) {
  if (check_capacity(settings, problems)) {
    check_weights(settings, problems);
  }
  check_sensors(settings, problems);
  if (settings.has("machine.file")) {
    try {
      machine::read_machine(settings.text("machine.file"));
    } catch (const Error& error) {
      problems.add(settings.place("machine.file"), fmt::format("machine.file: {}", error.what()));
    }
  }
  const std::string& source = settings.text("manage.capacity");
  const bool is_counted = source == "given" || source == "equal" || source == "measured";
  if (settings.flag("manage.deterministic") && !is_counted) {
    problems.add(settings.place("manage.deterministic"),
                 fmt::format("manage.deterministic wants shares that no sensor changes; "
                             "manage.capacity is \"{}\", must be \"given\" or \"equal\"",
                             source));
  }
}

}  // namespace evenkeel::runtime
