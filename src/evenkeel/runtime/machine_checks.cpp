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
#include "evenkeel/service/networks.hpp"

namespace evenkeel::runtime {
namespace {

/// Says so where `manage.capacity` names nothing.
void check_capacity(const io::Case& settings, Problems& problems) {
  const std::vector<std::string_view> known = capacity_words();
  const std::string& name = settings.text("manage.capacity");
  if (std::ranges::find(known, name) == known.end()) {
    problems.add(settings.place("manage.capacity"),
                 fmt::format("manage.capacity is '{}', known are {}{}", name, join(known),
                             suggestion(name, known)));
  }
}

void check_weights(const io::Case& settings, Problems& problems) {
  if (!settings.has("machine.weights")) {
    return;
  }
  const std::vector<double>& weights = settings.numbers("machine.weights");
  if (weights.size() != 3 || std::reduce(weights.begin(), weights.end()) <= 0.0) {
    problems.add(settings.place("machine.weights"),
                 "machine.weights are three numbers, of processor, memory and bandwidth, not "
                 "all 0");
  }
}

/// Measured rates begin by the ratings of a machine file, as drum_power has them.
bool has_weights(const io::Case& settings) {
  const std::string& source = settings.text("manage.capacity");
  return source == "weighted" || source == "drum_power" ||
         (source == "measured" && settings.has("machine.file"));
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
    const bool asks_networks = settings.has("machine.file") && service::is_unaimed_network(text);
    const std::vector<std::string> anywhere = {"127.0.0.1"};  // nobody is asked
    try {
      monitor::make_sensor(
          registry, asks_networks ? service::aim_at_networks(anywhere, {text}).front() : text);
    } catch (const Error& error) {
      problems.add(settings.place("manage.sensors"),
                   fmt::format("manage.sensors: {}", error.what()));
    }
  }
}

}  // namespace

std::vector<std::string_view> capacity_words() {
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  std::vector<std::string_view> words = {"measured", "given", "equal"};
  for (const std::string_view metric : registry.names()) {
    // A case has no functions to call back.
    if (metric != "callback" && metric != "measured") {
      words.push_back(metric);
    }
  }
  return words;
}

std::vector<std::string> passed_over(const io::Case& settings) {
  const std::string& source = settings.text("manage.capacity");
  std::vector<std::string> warnings;
  if (settings.has("machine.capacities") && source != "given") {
    warnings.push_back(fmt::format(
        "machine.capacities are passed over: manage.capacity is '{}', not 'given'", source));
  }
  if (settings.has("machine.weights") && !has_weights(settings)) {
    warnings.push_back(
        fmt::format("machine.weights are passed over: manage.capacity is '{}', not "
                    "'weighted' or 'drum_power'{}",
                    source, source == "measured" ? ", and there is no machine.file" : ""));
  }
  return warnings;
}

void check_machine(const io::Case& settings, Problems& problems) {
  check_capacity(settings, problems);
  check_weights(settings, problems);
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
    problems.add(
        settings.place("manage.deterministic"),
        fmt::format("manage.deterministic wants shares that no sensor changes; "
                    "manage.capacity is \"{}\", must be \"given\", \"equal\" or \"measured\"",
                    source));
  }
}

}  // namespace evenkeel::runtime
