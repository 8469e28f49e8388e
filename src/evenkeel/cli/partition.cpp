// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// `evenkeel partition`: divide units among parts and say how good that is, by one method or all.
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "evenkeel/cli/command.hpp"
#include "evenkeel/cli/families.hpp"
#include "evenkeel/cli/given_params.hpp"
#include "evenkeel/cli/part_picture.hpp"
#include "evenkeel/cli/partition_input.hpp"
#include "evenkeel/cli/partition_result.hpp"
#include "evenkeel/core/atomic_file.hpp"
#include "evenkeel/core/complaint.hpp"
#include "evenkeel/core/error.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/core/text.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/workload/units_file.hpp"

namespace evenkeel::cli {
namespace {

constexpr std::string_view kAll = "all";

/// Carries out one method.
using Divide = std::function<Result(const PartitionInput&)>;

/// The settings of \p given that \p entry declares; those are taken out of \p unknown.
template <class Interface>
ParamValues settings_of(const typename Registry<Interface>::Entry& entry, const ParamValues& given,
                        ParamValues& unknown) {
  ParamValues own;
  for (const auto& [key, value] : given) {
    if (std::ranges::find(entry.params, key, &ParamSpec::name) != entry.params.end()) {
      own[key] = value;
      unknown.erase(key);
    }
  }
  return own;
}

/// Adds those of \p registry that \p options ask for.
template <class Interface, class Apply>
void add_methods(const Registry<Interface>& registry, const PartitionOptions& options,
                 ParamValues& unknown, const Apply& apply, std::map<std::string, Divide>& methods) {
  const ParamValues given = given_params(options.settings);
  for (const auto& [name, entry] : registry.entries()) {
    if (options.method != kAll && options.method != name) {
      continue;
    }
    // Among all methods a setting goes to those that know it.
    const ParamValues own =
        options.method == kAll ? settings_of<Interface>(entry, given, unknown) : given;
    const std::shared_ptr<const Interface> method = registry.make(name, own);
    methods[std::string(name)] = [apply, method,
                                  word = std::string(name)](const PartitionInput& input) {
      return apply(word, *method, input);
    };
  }
}

/// The methods asked for, made.
std::map<std::string, Divide> make_methods(const PartitionOptions& options,
                                           const runtime::Plugins& plugins) {
  std::map<std::string, Divide> methods;
  ParamValues unknown = given_params(options.settings);
  add_methods(plugins.partitioners, options, unknown, divide_columns, methods);
  add_methods(plugins.patch_partitioners, options, unknown, divide_patches, methods);
  if (methods.empty()) {
    std::vector<std::string_view> known = plugins.partitioners.names();
    const std::vector<std::string_view> others = plugins.patch_partitioners.names();
    known.insert(known.end(), others.begin(), others.end());
    throw InputError(fmt::format("no method '{}'; known: all, {}{}", options.method, join(known),
                                 suggestion(options.method, known)));
  }
  if (options.method == kAll && !unknown.empty()) {
    throw InputError("no method has a parameter '" + unknown.begin()->first +
                     "'; see `evenkeel list partitioners --json`");
  }
  return methods;
}

std::vector<JsonLine> links_of(const Result& result, const PartitionInput& input) {
  std::vector<JsonLine> links;
  for (const partition::Link& link : result.traffic.links) {
    JsonLine line;
    line.add("from", link.from).add("to", link.to).add("messages", link.messages);
    line.add("bytes", link.cells * input.bytes_per_cell);
    links.push_back(std::move(line));
  }
  return links;
}

JsonLine to_json(const Result& result, const PartitionInput& input, std::int64_t before,
                 bool with_links) {
  const partition::Quality& quality = result.quality;
  const partition::Traffic& traffic = result.traffic;
  JsonLine line;
  line.add("method", result.method).add("parts", input.capacity.size());
  line.add("units", input.units.size()).add("seconds", result.seconds);
  line.add("bottleneck", quality.bottleneck).add("seed_imbalance", quality.seed_imbalance);
  line.add("seed_imbalance_max", quality.seed_imbalance_max);
  line.add("cut", quality.cut).add("cut_fraction", quality.cut_fraction);
  line.add("migration", quality.migration).add("migration_fraction", quality.migration_fraction);
  line.add("empty_parts", quality.empty_parts).add("per_level_time", quality.per_level_time);
  line.add("level_bound", quality.level_bound).add("lower_bound", quality.lower_bound);
  line.add("boxes", traffic.boxes).add("boxes_before", before);
  line.add("box_overhead", static_cast<double>(traffic.boxes) / static_cast<double>(before));
  line.add("ghost_overhead", traffic.overhead);
  line.add("ghost_cells", traffic.ghost_cells).add("interlevel_cells", traffic.interlevel_cells);
  line.add("communication", traffic.cells()).add("communication_max", traffic.busiest_cells);
  line.add("messages", traffic.messages).add("bytes", traffic.cells() * input.bytes_per_cell);
  line.add("neighbours_max", traffic.most_neighbours);
  line.add("neighbours_mean", traffic.mean_neighbours);
  line.add("migration_max", result.migration_max);
  if (with_links) {
    line.add("links", links_of(result, input));
  }
  return line;
}

/// A fraction in percent; a dash where there is none.
std::string percent(double value, int digits) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f} %", 100 * value, digits);
}

void print_table(const std::vector<Result>& results, const PartitionInput& input,
                 std::int64_t before) {
  constexpr std::string_view kRow =
      "{:<18} {:>8} {:>12} {:>9} {:>10} {:>7} {:>7} {:>8} {:>5} {:>7} {:>8} {:>10}\n";
  std::cout << fmt::format("{} units in {} boxes, {} parts\n", input.units.size(), before,
                           input.capacity.size());
  std::cout << fmt::format(kRow, "method", "CPU ms", "bottleneck", "at least", "|W-L|/L", "cut",
                           "moved", "T", "empty", "boxes", "messages", "cells sent");
  for (const Result& result : results) {
    const partition::Quality& quality = result.quality;
    const partition::Traffic& traffic = result.traffic;
    std::cout << fmt::format(
        kRow, result.method, fmt::format("{:.1f}", 1e3 * result.seconds),
        percent(quality.bottleneck, 3), percent(quality.lower_bound, 3),
        percent(quality.seed_imbalance_max / 100, 2), percent(quality.cut_fraction, 1),
        percent(quality.migration_fraction, 1), fmt::format("{:.4f}", quality.per_level_time),
        quality.empty_parts, traffic.boxes, traffic.messages, traffic.cells());
  }
}

/// parts.png becomes parts-ccp.png when there are several methods.
std::filesystem::path picture_path(const PartitionOptions& options, const std::string& method) {
  std::filesystem::path path = options.png;
  if (options.method == kAll) {
    path.replace_filename(path.stem().string() + "-" + method + path.extension().string());
  }
  return path;
}

/// Owners of blocks can be drawn and written; owners of patches cannot.
void check_outputs(const PartitionOptions& options, const runtime::Plugins& plugins) {
  if (options.method == kAll && !options.owners.empty()) {
    throw InputError("--owners takes the answer of one method, not of all");
  }
  const bool is_patches = plugins.patch_partitioners.entries().contains(options.method);
  if (is_patches && !(options.owners.empty() && options.png.empty())) {
    throw InputError("--owners and --png show who owns which block; " + options.method +
                     " deals out the patches of every level by themselves");
  }
}

void write_outputs(const PartitionOptions& options, const PartitionInput& input,
                   const std::vector<Result>& results) try {
  for (const Result& result : results) {
    if (!options.png.empty() && !result.owners.empty()) {
      const std::vector<std::byte> picture = part_picture(input.units, result.owners);
      write_file(picture_path(options, result.method), picture);
    }
  }
  if (!options.owners.empty()) {
    workload::write_owners(options.owners, input.units, results.front().owners);
  }
} catch (const SystemError& error) {
  throw InputError(fmt::format("{}; give another --owners or --png", error.what()));
}

void warn_of_costs(const std::vector<Result>& results, const PartitionInput& input) {
  std::vector<std::string_view> names;
  for (const Result& result : results) {
    if (result.owners.empty()) {
      names.push_back(result.method);
    }
  }
  if (!names.empty() && has_costs(input)) {
    fmt::print(stderr,
               "evenkeel: costs do not count for methods that deal out patches ({}), nor in their "
               "figures\n",
               join(names));
  }
}

/// Options of a units file where there is a trace, and the other way round.
void warn_of_passed_over(const PartitionOptions& options) {
  for (const std::string& name : options.trace.empty() ? options.of_trace : options.of_units) {
    tell_passed_over(name, options.trace.empty() ? "it is of a trace" : "the trace says it");
  }
}

void warn_of_empty_parts(const PartitionInput& input) {
  const auto working = std::ranges::count_if(input.capacity, [](double c) { return c > 0.0; });
  if (static_cast<std::size_t>(working) > input.units.size()) {
    fmt::print(stderr, "evenkeel: {} units for {} parts: some are left without work\n",
               input.units.size(), working);
  }
}

int run(const PartitionOptions& options) {
  const runtime::Plugins plugins = all_families();
  const auto methods = make_methods(options, plugins);
  check_outputs(options, plugins);
  const PartitionInput input = read_partition_input(options);
  const std::int64_t before = boxes_before(input);
  warn_of_passed_over(options);
  warn_of_empty_parts(input);
  std::vector<Result> results;
  for (const auto& [name, divide] : methods) {
    results.push_back(divide(input));
  }
  warn_of_costs(results, input);
  write_outputs(options, input, results);
  if (!options.json) {
    print_table(results, input, before);
    return kDone;
  }
  for (const Result& result : results) {
    std::cout << to_json(result, input, before, options.links).text() << "\n";
  }
  return kDone;
}

/// Options that mean something with a trace alone, or with a units file alone.
using NamedOptions = std::vector<std::pair<std::string, Option>>;

NamedOptions add_trace_options(Command& command, PartitionOptions& options) {
  return {{"--regrid", command
                           .add_option("--regrid", options.regrid,
                                       "which regrid of the trace; default: the last")
                           .not_negative()},
          {"--granularity", command
                                .add_option("--granularity", options.granularity,
                                            "side of a trace's units [base cells]")
                                .range(1, 1 << 20)}};
}

NamedOptions add_units_options(Command& command, PartitionOptions& options) {
  return {
      {"--ratio", command.add_option("--ratio", options.ratio, "refinement factor of a units file")
                      .range(2, 16)},
      {"--ghost",
       command.add_option("--ghost", options.ghost, "width of ghosts for a units file [cells]")
           .range(0, 64)},
      {"--bytes-per-cell",
       command.add_option("--bytes-per-cell", options.bytes_per_cell, "for a units file [byte]")
           .range(1, 1 << 20)}};
}

std::vector<std::string> given(const NamedOptions& options) {
  std::vector<std::string> names;
  for (const auto& [name, option] : options) {
    if (option.is_given()) {
      names.push_back(name);
    }
  }
  return names;
}

void add_input_options(Command& command, PartitionOptions& options) {
  command.add_option("--units", options.units, "CSV: i[,j[,k]],n0[,n1,...][,cost]");
  command.add_option("--trace", options.trace, "trace of a run, in place of units");
  command.add_option("--parts", options.parts, "among how many; default: one per capacity")
      .range(1, 1'000'000);
  command.add_option("--capacities", options.capacities,
                     "file with one number a line, or 3,1,...; 0 gets nothing; default: equal");
  command.add_option("--previous", options.previous, "owners file from which data would move");
  command.add_option("--curve", options.curve, "hilbert or morton");
}

}  // namespace

void add_partition(Command& program, Action& action) {
  auto options = std::make_shared<PartitionOptions>();
  Command command =
      program.add_subcommand("partition", "divide units among parts, by one method or by all");
  command.footer(
      "Example:\n  evenkeel partition --units units.csv --method all --capacities 16,19,31,34\n"
      "  evenkeel partition --trace rm2d.run/trace.ndjson --method ccp --parts 8 --png parts.png");
  add_input_options(command, *options);
  const NamedOptions of_trace = add_trace_options(command, *options);
  const NamedOptions of_units = add_units_options(command, *options);
  command.add_option("--method", options->method, "see `evenkeel list partitioners`; or all")
      .required();
  command.add_option("-s,--set", options->settings, "parameter of the method: -s name=value")
      .one_value();
  command.add_option("--owners", options->owners, "write who owns which block (CSV)");
  command.add_option("--png", options->png, "write a picture of the parts");
  command.add_flag("--json", options->json, "one JSON object a method");
  command.add_flag("--links", options->links, "name every pair of neighbours in the JSON");
  command.callback([options, of_trace, of_units, &action] {
    options->of_trace = given(of_trace);
    options->of_units = given(of_units);
    action = once([options] { return run(*options); });
  });
}

}  // namespace evenkeel::cli
