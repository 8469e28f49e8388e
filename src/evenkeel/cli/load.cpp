// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel load`: synthetic load on processors, memory and network.
#include <atomic>
#include <csignal>
#include <iostream>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/option_quantity.hpp"
#include "evenkeel/core/output_path.hpp"
#include "evenkeel/core/units.hpp"
#include "evenkeel/monitor/load_generator.hpp"
#include "evenkeel/monitor/load_receiver.hpp"

namespace evenkeel::cli {
namespace {

struct LoadOptions {
  double cpu = 0.0;
  std::string ramp = "0";
  std::string memory = "0";
  std::string network = "0";
  std::string length;
  std::string script;
  std::string record;
  std::string to;
  int receive = 0;
  bool force = false;
  bool json = false;
};

std::atomic<bool> stop = false;

extern "C" void ask_to_stop(int) {
  stop = true;
}

monitor::LoadProfile profile_of(const LoadOptions& options) {
  if (options.script.empty()) {
    return monitor::LoadProfile::ramp(
        {options.cpu, option_quantity("--memory", options.memory, Dimension::kBytes),
         option_quantity("--network", options.network, Dimension::kBytesPerSecond)},
        option_quantity("--ramp", options.ramp, Dimension::kSeconds));
  }
  return monitor::LoadProfile::parse(read_input(options.script, kMostWritten), options.script);
}

int receive(const LoadOptions& options, double length) {
  const double bytes =
      monitor::receive_load(static_cast<std::uint16_t>(options.receive), length, stop);
  if (options.json) {
    std::cout << JsonLine().add("received_bytes", bytes).text() << "\n";
  } else {
    std::cout << "received " << human_bytes(bytes) << "\n";
  }
  return kDone;
}

/// Means over the time of the record.
monitor::Load mean_of(const monitor::LoadProfile& record) {
  monitor::Load sum;
  for (std::size_t n = 1; n < record.points().size(); ++n) {
    const auto& before = record.points()[n - 1];
    const auto& after = record.points()[n];
    const double half = 0.5 * (after.time - before.time) / record.end();
    sum.cpu += half * (before.load.cpu + after.load.cpu);
    sum.memory += half * (before.load.memory + after.load.memory);
    sum.network += half * (before.load.network + after.load.network);
  }
  return sum;
}

bool is_asked_for(const LoadOptions& options) {
  return options.cpu > 0.0 || options.memory != "0" || options.network != "0" ||
         !options.script.empty() || options.receive > 0;
}

int load(const LoadOptions& options) {
  if (!is_asked_for(options)) {
    throw InputError("no load to make; expected --cpu, --memory, --network, --script or --receive");
  }
  if (!options.record.empty()) {
    require_new(options.record, options.force);
  }
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
  constexpr double kForEver = 1e9;
  const double given = options.length.empty()
                           ? kForEver
                           : option_quantity("--for", options.length, Dimension::kSeconds);
  if (options.receive > 0) {
    return receive(options, given);
  }
  const monitor::LoadProfile profile = profile_of(options);
  const bool plays_script = !options.script.empty() && options.length.empty();
  const monitor::LoadProfile made = monitor::make_load(
      profile, {.length = plays_script ? profile.end() : given, .peer = options.to}, stop);
  if (!options.record.empty()) {
    write_asked(options.record, made.to_csv());
  }
  const monitor::Load mean = mean_of(made);
  if (options.json) {
    JsonLine line;
    line.add("seconds", made.end()).add("cpu", mean.cpu).add("memory", mean.memory);
    std::cout << line.add("network", mean.network).text() << "\n";
  } else {
    fmt::print("{} of load: {:.3f} processors, {}, {}/s sent, on the mean\n",
               human_seconds(made.end()), mean.cpu, human_bytes(mean.memory),
               human_bytes(mean.network));
  }
  return kDone;
}

}  // namespace

void add_load(Command& program, Action& action) {
  auto options = std::make_shared<LoadOptions>();
  Command command = program.add_subcommand("load", "make load on purpose");
  command.footer(
      "Example:\n  evenkeel load --cpu 0.6 --ramp 30s --memory 512MiB --for 2min\n"
      "  evenkeel load --receive 7000 --for 1min            on one host, and on another\n"
      "  evenkeel load --network 100Mbps --to host1:7000 --for 1min\n"
      "  evenkeel load --script morning.csv --record made.csv     columns t,cpu,memory,network\n"
      "Several at once add up. SIGINT and SIGTERM end it; the record is written.");
  command.add_option("--cpu", options->cpu, "processors to keep busy: 0.6, or 2 for two")
      .range(0.0, monitor::LoadProfile::kMostProcessors);
  command.add_option("--ramp", options->ramp, "time in which the load rises: 30s");
  command.add_option("--memory", options->memory, "memory to hold: 512MiB");
  command.add_option("--network", options->network, "traffic to send: 100Mbps");
  command.add_option("--to", options->to, "who receives the traffic: HOST:PORT");
  command.add_option("--receive", options->receive, "take in traffic at this port instead")
      .range(1, 65535);
  command.add_option("--for", options->length, "how long: 2min; default: for ever, or the script");
  command.add_option("--script", options->script, "load over time from a CSV file");
  command.add_option("--record", options->record, "write what was made, to be played again");
  command.add_flag("--force", options->force, "replace the record");
  command.add_flag("--json", options->json, "the means as JSON");
  command.callback(
      [options, &action] { action = [options](int&, char**&) { return load(*options); }; });
}

}  // namespace evenkeel::cli
