// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel capacity`: shares from a machine or a sample.
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/given_params.hpp"
#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/named_by.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/machine/description.hpp"

namespace evenkeel::cli {
namespace {

struct CapacityOptions {
  std::string path;
  std::string metric;
  std::vector<std::string> settings;
  bool json = false;
};

machine::Sample read_sample(const std::string& path) {
  const std::string text = read_input(path, kMostWritten);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '<'
             ? machine::sample_of(machine::parse_machine(text, path))
             : machine::parse_sample(text, path);
}

/// Of computing nodes, in the order of the file.
std::vector<std::string> names_of(const machine::Sample& sample) {
  std::vector<std::string> names;
  for (const std::size_t node : machine::computing_nodes(sample)) {
    names.push_back(sample.nodes[node].name);
  }
  return names;
}

void print_json(const std::string& metric, const machine::Sample& sample,
                const machine::Shares& shares) {
  JsonLine detail;
  for (const auto& [name, values] : shares.detail) {
    detail.add(name, values);
  }
  detail.add("unknown", shares.unknown);
  JsonLine line;
  line.add("metric", metric)
      .add("shares", shares.share)
      .add("nodes", names_of(sample))
      .add("detail", detail);
  std::cout << line.text() << "\n";
}

void print_table(const machine::Sample& sample, const machine::Shares& shares) {
  const std::vector<std::string> names = names_of(sample);
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::cout << fmt::format("{:<24} {:8.4f} %\n", names[k], 100.0 * shares.share[k]);
  }
  for (const auto& [name, values] : shares.detail) {
    std::cout << fmt::format("  {}:", name);
    for (const double value : values) {
      std::cout << fmt::format(" {:.6g}", value);
    }
    std::cout << "\n";
  }
  for (const std::string& field : shares.unknown) {
    std::cout << fmt::format("  unknown: {}\n", field);
  }
}

int share_out(const CapacityOptions& options) {
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  named_by("--metric", [&] { registry.find(options.metric); });
  const auto metric = registry.make(options.metric, given_params(options.settings));
  const machine::Sample sample = read_sample(options.path);
  machine::Shares shares;
  try {
    shares = machine::capacity_shares(*metric, sample);
  } catch (const InputError& error) {
    throw InputError(options.path + ": " + error.what());
  }
  if (options.json) {
    print_json(options.metric, sample, shares);
  } else {
    print_table(sample, shares);
  }
  return kDone;
}

}  // namespace

void add_capacity(Command& program, Action& action) {
  auto options = std::make_shared<CapacityOptions>();
  Command command = program.add_subcommand(
      "capacity", "shares of the work that the nodes of a machine or a sample should get");
  command.footer(
      "A sample is JSON: {\"nodes\": [{\"name\": \"a\", \"rating\": 52.4, \"cpu_used\": [0.9],\n"
      "\"cpu_idle\": [0.1], ...}]}; a machine is XML, taken to be at rest. Parents are networks "
      "and\n"
      "have no share of their own.\n"
      "Example:\n  evenkeel capacity sample.json --metric drum_power -s weight=0.1 --json");
  command.add_option("file", options->path, "machine (XML) or sample (JSON)").required();
  command.add_option("--metric", options->metric, "one of `evenkeel list capacities`").required();
  command.add_option("-s,--set", options->settings, "parameter of the metric, name=value")
      .one_value();
  command.add_flag("--json", options->json, "one JSON object");
  command.callback(
      [options, &action] { action = once([options] { return share_out(*options); }); });
}

}  // namespace evenkeel::cli
