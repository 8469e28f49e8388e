// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel sense`: what the sensors say here, now, and what they will say next.
#include <chrono>
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/option_quantity.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/machine/description.hpp"
#include "evenkeel/machine/representatives.hpp"
#include "evenkeel/monitor/inventory.hpp"
#include "evenkeel/monitor/monitor.hpp"
#include "evenkeel/monitor/network_address.hpp"
#include "evenkeel/monitor/sensor_list.hpp"

namespace evenkeel::cli {
namespace {

struct SenseOptions {
  std::vector<std::string> sensors;
  std::string machine;
  std::string interval = "1s";
  std::string length;
  bool once = false;  ///< what happens anyway without `watch`
  bool watch = false;
  bool json = false;
  bool cost = false;
};

/// Since 1970 [s].
double time_of_day() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

/// The sensors of this machine, and SNMP of the networks this host represents in \p path.
std::vector<std::string> sensors_by(const std::string& path) {
  const machine::Tree tree = machine::read_machine(path);
  const auto chosen = machine::representatives(tree, tree.leaves());
  const auto own = tree.find(monitor::name_in(tree));
  std::vector<std::string> words = monitor::local_sensors();
  for (std::size_t node = 0; node < tree.size(); ++node) {
    if (chosen[node] && chosen[node] == own) {
      words.push_back("snmp=" + tree[node].address);
    }
  }
  return words;
}

std::string amount(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value) : "unknown";
}

JsonLine to_json(const std::vector<monitor::Observed>& seen) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();  // written as null
  std::vector<JsonLine> readings;
  for (const monitor::Observed& each : seen) {
    JsonLine line;
    line.add("sensor", each.sensor).add("quantity", each.quantity).add("unit", each.unit);
    line.add("value", each.value.value_or(kUnknown)).add("age_s", each.age);
    line.add("forecast", each.forecast ? each.forecast->value : kUnknown);
    line.add("forecast_error", each.forecast ? each.forecast->error : kUnknown);
    line.add("method", each.forecast ? each.forecast->method : "");
    if (!each.trouble.empty()) {
      line.add("trouble", each.trouble);
    }
    readings.push_back(std::move(line));
  }
  JsonLine report;
  report.add("host", monitor::host_name()).add("time", time_of_day());
  return report.add("readings", readings);
}

void print(const std::vector<monitor::Observed>& seen) {
  fmt::print("{:<17} {:<22} {:>12} {:<7} {:>7} {:>12} {:>10}  {}\n", "sensor", "quantity", "value",
             "unit", "age [s]", "forecast", "error", "method");
  for (const monitor::Observed& each : seen) {
    const auto forecast = each.forecast ? std::optional(each.forecast->value) : std::nullopt;
    const auto error = each.forecast && !std::isnan(each.forecast->error)
                           ? std::optional(each.forecast->error)
                           : std::nullopt;  // one look says nothing of it
    fmt::print("{:<17} {:<22} {:>12} {:<7} {:>7.2f} {:>12} {:>10}  {}\n", each.sensor,
               each.quantity, amount(each.value), each.unit, each.age,
               forecast ? amount(forecast) : "-", forecast ? amount(error) : "-",
               each.trouble.empty() ? (each.forecast ? each.forecast->method : "")
                                    : "(" + each.trouble + ")");
  }
  std::fflush(stdout);
}

void report(const std::vector<monitor::Observed>& seen, bool json) {
  if (json) {
    std::cout << to_json(seen).text() << std::endl;
  } else {
    print(seen);
  }
}

/// Two looks, so that rates are known.
int once(monitor::Prober& prober, double interval, bool json) {
  prober.probe_all(wall_seconds());
  nap(interval);
  prober.probe_all(wall_seconds());
  report(prober.view(wall_seconds()), json);
  return kDone;
}

int watch(const SenseOptions& options, const monitor::ProberSettings& settings, double length) {
  monitor::Monitor monitor(settings);
  monitor::add_sensors(monitor, options.sensors);
  monitor.start();
  const double end = wall_seconds() + length;
  while (wall_seconds() < end) {
    nap(settings.interval);
    report(monitor.view(), options.json);
  }
  return kDone;
}

/// What the thread takes while it runs as in a run.
void print_thread_cost(const SenseOptions& options, const monitor::ProberSettings& settings,
                       double length) {
  monitor::Monitor monitor(settings);
  monitor::add_sensors(monitor, options.sensors);
  monitor.start();
  nap(length);
  const double fraction = monitor.processor_seconds() / length;
  if (options.json) {
    std::cout << JsonLine().add("seconds", length).add("processor_fraction", fraction).text()
              << "\n";
  } else {
    fmt::print("the monitor's thread takes {:.4f} % of a processor ({}, {} between looks)\n",
               100.0 * fraction, human_seconds(length), human_seconds(settings.interval));
  }
}

/// Times many looks of every probe, with and without a forecast of what they say.
int cost(const SenseOptions& options, monitor::ProberSettings settings, double length) {
  constexpr int kLooks = 200;
  constexpr double kMicro = 1e6;
  for (const bool forecasts : {false, true}) {
    settings.forecasts = forecasts;
    monitor::Prober prober(settings, thread_cpu_seconds);
    monitor::add_sensors(prober, options.sensors);
    for (int look = 0; look < kLooks; ++look) {
      prober.probe_all(wall_seconds());
      nap(1e-3);
    }
    for (const monitor::ProbeCost& probe : prober.costs()) {
      const double mean = probe.seconds / probe.looks * kMicro;
      if (options.json) {
        JsonLine line;
        line.add("sensor", probe.sensor).add("probe", probe.probe).add("forecasts", forecasts);
        line.add("mean_us", mean).add("slowest_us", probe.slowest * kMicro);
        std::cout << line.add("looks", probe.looks).text() << "\n";
      } else {
        fmt::print("{:<17} probe {}  {:>9.2f} us mean  {:>9.2f} us slowest  ({} looks{})\n",
                   probe.sensor, probe.probe, mean, probe.slowest * kMicro, probe.looks,
                   forecasts ? ", with forecasts" : "");
      }
    }
  }
  print_thread_cost(options, settings, length);
  return kDone;
}

int sense(SenseOptions options) {
  if (!options.machine.empty()) {
    const std::vector<std::string> more = sensors_by(options.machine);
    options.sensors.insert(options.sensors.end(), more.begin(), more.end());
  }
  monitor::ProberSettings settings;
  settings.interval = option_quantity("--interval", options.interval, Dimension::kSeconds);
  if (settings.interval < 1e-3) {
    throw InputError("--interval " + options.interval + " is below 1ms");
  }
  const double length = options.length.empty()
                            ? std::numeric_limits<double>::infinity()
                            : option_quantity("--for", options.length, Dimension::kSeconds);
  if (options.cost) {
    return cost(options, settings, options.length.empty() ? 10.0 : length);
  }
  if (options.watch) {
    return watch(options, settings, length);
  }
  if (!options.length.empty()) {
    tell_passed_over("--for", "it goes with --watch or --cost");
  }
  monitor::Prober prober(settings, thread_cpu_seconds);
  monitor::add_sensors(prober, options.sensors);
  return once(prober, settings.interval, options.json);
}

}  // namespace

void add_sense(Command& program, Action& action) {
  auto options = std::make_shared<SenseOptions>();
  Command command =
      program.add_subcommand("sense", "what the sensors say here, now, and the forecast");
  command.footer(
      "Example:\n  evenkeel sense --once --json\n"
      "  evenkeel sense --watch --interval 500ms --sensor cgroup --sensor snmp=10.0.0.1:161");
  Option only_once = command.add_flag("--once", options->once, "report once (the default)");
  command.add_flag("--watch", options->watch, "report again and again").excludes(only_once);
  command.add_option("--interval", options->interval, "time between looks and reports: 1s");
  command.add_option("--for", options->length, "end of --watch, or length of --cost: 2min");
  command
      .add_option("--sensor", options->sensors,
                  "NAME[=ADDRESS][,key=value...]; default: all local ones; see `evenkeel list "
                  "sensors`")
      .one_value();
  command.add_option("--machine", options->machine,
                     "all local sensors, and SNMP of the networks this host represents in a "
                     "machine description");
  command.add_flag("--cost", options->cost, "print what one look of each probe costs");
  command.add_flag("--json", options->json, "one JSON object per report");
  command.callback(
      [options, &action] { action = [options](int&, char**&) { return sense(*options); }; });
}

}  // namespace evenkeel::cli
