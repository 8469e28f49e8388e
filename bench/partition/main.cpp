// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Every partitioner and every library on the same inputs, one JSON object a line; partition.py
/// turns them into tables.
///
/// usage: bench_partition [--quick] [--repeats N] [--limit SECONDS]
///
/// --limit: a method is left out where it would take longer than that, going by its time on the
/// smaller lattice. --quick: small lattices, to see that it runs.
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/core/clock.hpp"
#include "evenkeel/core/json_line.hpp"
#include "evenkeel/partition/curve_order.hpp"
#include "evenkeel/partition/patch_partitioner.hpp"
#include "evenkeel/partition/patch_quality.hpp"
#include "evenkeel/partition/quality.hpp"
#include "evenkeel/partition/test_patches.hpp"
#include "evenkeel/partition/test_units.hpp"
#include "evenkeel/partition/traffic.hpp"

namespace {

using namespace evenkeel;
using geometry::CurveKind;
using partition::Owners;
using workload::UnitList;

struct Options {
  bool quick = false;
  int repeats = 3;
  double limit = 60.0;  ///< [s]
};

/// A lattice before and after its front has moved by a cell, and who is to have it.
struct Input {
  std::string name;
  UnitList units;
  UnitList moved;
  std::vector<double> capacity;
  bool with_traffic = false;

  partition::Problem problem() const { return {units, capacity, {}}; }
};

/// A method, with one of its choices made otherwise than by default.
struct Form {
  std::string name;
  std::unique_ptr<partition::Partitioner> method;
};

std::vector<Form> all_forms() {
  Registry<partition::Partitioner> registry;
  partition::register_builtin(registry);
  adapters::register_builtin(registry);
  std::vector<Form> forms;
  for (const auto& [name, entry] : registry.entries()) {
    forms.push_back({std::string(name), registry.make(name)});
    for (const ParamSpec& param : entry.params) {
      for (std::size_t word = 0; word < param.choices.size(); ++word) {
        if (word != static_cast<std::size_t>(param.fallback) && name != "zoltan_hier") {
          const std::string value(param.choices[word]);
          forms.push_back({std::string(name) + " " + std::string(param.name) + "=" + value,
                           registry.make(name, {{std::string(param.name), value}})});
        }
      }
    }
  }
  return forms;
}

/// Owners, and the processor time it took to find them [s].
std::pair<Owners, double> timed(const partition::Partitioner& method,
                                const partition::Problem& problem) {
  const double start = process_cpu_seconds();
  Owners owners = method.assign(problem);
  return {std::move(owners), process_cpu_seconds() - start};
}

JsonLine figures(const partition::Problem& problem, const Owners& owners, double seconds) {
  const partition::Quality quality = partition::measure(problem, owners);
  JsonLine line;
  line.add("seconds", seconds).add("bottleneck", quality.bottleneck);
  line.add("seed_imbalance_max", quality.seed_imbalance_max);
  line.add("cut_fraction", quality.cut_fraction);
  line.add("migration_fraction", quality.migration_fraction);
  line.add("per_level_time", quality.per_level_time).add("empty_parts", quality.empty_parts);
  line.add("lower_bound", quality.lower_bound).add("level_bound", quality.level_bound);
  return line;
}

/// From scratch, and again after the front has moved.
JsonLine measure(const Input& input, const Form& form, const Owners& owners, double seconds) {
  JsonLine line;
  line.add("input", input.name).add("method", form.name);
  line.append(figures(input.problem(), owners, seconds));
  if (input.with_traffic) {
    const partition::Traffic traffic = partition::traffic_of(input.problem(), owners, {}, {2});
    line.add("boxes", traffic.boxes).add("messages", traffic.messages);
    line.add("cells_sent", traffic.cells()).add("neighbours", traffic.mean_neighbours);
  }
  const partition::Problem again{input.moved, input.capacity, owners};
  const auto [kept, time] = timed(*form.method, again);
  line.add("moved", figures(again, kept, time));
  return line;
}

/// Seconds a cell takes each method, to foresee a larger lattice.
using Pace = std::map<std::pair<std::string, std::size_t>, double>;

/// All methods in turn, then again (A B A B); a slow one once.
void run(const Input& input, const std::vector<Form>& forms, const Options& options, Pace& pace) {
  constexpr double kSlow = 1.0;  // [s]
  const auto units = static_cast<double>(input.units.size());
  std::vector<std::vector<double>> seconds(forms.size());
  std::vector<Owners> owners(forms.size());
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const auto known = pace.find({forms[i].name, input.capacity.size()});
      if ((repeat > 0 && (seconds[i].empty() || seconds[i].front() > kSlow)) ||
          (repeat == 0 && known != pace.end() && known->second * units > options.limit)) {
        continue;
      }
      auto [found, time] = timed(*forms[i].method, input.problem());
      owners[i] = std::move(found);
      seconds[i].push_back(time);
    }
  }
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (seconds[i].empty()) {
      JsonLine line;
      line.add("input", input.name).add("method", forms[i].name).add("left_out", true);
      std::cout << line.text() << std::endl;
      continue;
    }
    std::ranges::sort(seconds[i]);
    const double median = seconds[i][seconds[i].size() / 2];
    pace[{forms[i].name, input.capacity.size()}] = median / units;
    std::cout << measure(input, forms[i], owners[i], median).text() << std::endl;
  }
}

/// What curve methods need beside their cut when units do not come in order.
void run_keys(const Input& input) {
  JsonLine line;
  line.add("input", input.name).add("units", input.units.size());
  for (const CurveKind kind : {CurveKind::hilbert, CurveKind::morton}) {
    const double start = process_cpu_seconds();
    const partition::Points points(input.units);
    const auto order = partition::order_along(points, {kind, 0});
    line.add(std::string(geometry::name(kind)) + "_keys_seconds", process_cpu_seconds() - start);
    line.add(std::string(geometry::name(kind)) + "_first", order.front());
  }
  std::cout << line.text() << std::endl;
}

std::vector<double> capacity_of(std::string_view kind, std::size_t parts) {
  if (kind == "logn") {
    return partition::lognormal_capacity(parts);
  }
  const std::vector<double> cycle =
      kind == "s000" ? std::vector<double>{16, 19, 31, 34} : std::vector<double>{1};
  std::vector<double> capacity;
  for (std::size_t part = 0; part < parts; ++part) {
    capacity.push_back(cycle[part % cycle.size()]);
  }
  return capacity;
}

template <int D>
void run_lattice(std::int32_t side,
                 const std::vector<std::pair<std::string, std::size_t>>& machines,
                 const std::vector<Form>& forms, const Options& options, Pace& pace) {
  constexpr std::size_t kMostForTraffic = 300'000;
  Input input;
  input.units = partition::front_units<D>(side, 0.0, CurveKind::hilbert);
  input.moved = partition::front_units<D>(side, 1.0, CurveKind::hilbert);
  input.with_traffic = input.units.size() <= kMostForTraffic;
  const std::string lattice = std::to_string(side) + "^" + std::to_string(D);
  input.name = lattice;
  run_keys(input);
  for (const auto& [kind, parts] : machines) {
    input.name = lattice + " K=" + std::to_string(parts) + " " + kind;
    input.capacity = capacity_of(kind, parts);
    run(input, forms, options, pace);
  }
}

/// The same cells everywhere: what the papers call homogeneous.
void run_uniform(std::int32_t side, const std::vector<Form>& forms, const Options& options) {
  Input input;
  input.units = partition::front_units<3>(side, 0.0, CurveKind::hilbert);
  const UnitList front = input.units;
  input.units.load.clear();
  input.units.cells.clear();
  for (std::size_t unit = 0; unit < front.size(); ++unit) {
    for (const auto& [load, cells] : {std::pair(1.0, 1), std::pair(16.0, 8), std::pair(0.0, 0)}) {
      input.units.load.push_back(load);
      input.units.cells.push_back(cells);
    }
    input.units.memory[unit] = 9.0;
  }
  input.moved = input.units;
  input.capacity = capacity_of("equal", 32);
  input.name = std::to_string(side) + "^3 uniform K=32 equal";
  Pace pace;
  run(input, forms, options, pace);
}

/// Ten million units: the method built for that.
void run_large(std::int32_t side, const std::vector<Form>& forms) {
  Input input;
  input.units = partition::front_units<3>(side, 0.0, CurveKind::hilbert);
  input.capacity = capacity_of("logn", 1280);
  input.name = std::to_string(side) + "^3 K=1280 logn";
  for (const Form& form : forms) {
    if (form.name.starts_with("ccp")) {
      const auto [owners, seconds] = timed(*form.method, input.problem());
      JsonLine line;
      line.add("input", input.name).add("method", form.name);
      line.append(figures(input.problem(), owners, seconds));
      std::cout << line.text() << std::endl;
    }
  }
}

/// Patches of every level with owners of their own.
void run_patches(std::int32_t side, std::size_t parts) {
  Registry<partition::PatchPartitioner> registry;
  partition::register_builtin(registry);
  const std::vector<geometry::BoxList<3>> levels = partition::front_patches<3>(side);
  const std::vector<double> capacity = capacity_of("logn", parts);
  const std::vector<double> load = {1.0, 2.0, 4.0};
  const partition::PatchProblem problem{.levels = levels, .cell_load = load, .capacity = capacity};
  for (const std::string_view name : registry.names()) {
    const auto method = registry.make(name);
    const double start = process_cpu_seconds();
    const partition::OwnedPatches patches = method->assign(problem);
    const double seconds = process_cpu_seconds() - start;
    const partition::PatchQuality quality = partition::measure(problem, patches);
    JsonLine line;
    line.add("input", std::to_string(side) + "^3 K=" + std::to_string(parts) + " logn");
    line.add("patch_method", name).add("seconds", seconds);
    line.add("bottleneck", quality.bottleneck).add("lower_bound", quality.lower_bound);
    line.add("per_level_time", quality.per_level_time).add("level_bound", quality.level_bound);
    line.add("patches", quality.patches).add("empty_parts", quality.empty_parts);
    std::cout << line.text() << std::endl;
  }
}

/// How busy the machine is with others.
void report_load() {
  double load = 0.0;
  JsonLine line;
  std::cout << line.add("load", getloadavg(&load, 1) == 1 ? load : -1.0).text() << std::endl;
}

double number_after(int argc, char** argv, int& at) {
  double value = 0.0;
  const std::string_view text = at + 1 < argc ? argv[++at] : "";
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0.0) {
    throw InputError(std::string(argv[at]) + ": expected a number above 0");
  }
  return value;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int at = 1; at < argc; ++at) {
    const std::string_view word = argv[at];
    if (word == "--quick") {
      options.quick = true;
      options.repeats = 1;
    } else if (word == "--repeats") {
      options.repeats = static_cast<int>(number_after(argc, argv, at));
    } else if (word == "--limit") {
      options.limit = number_after(argc, argv, at);
    } else {
      throw InputError("no option '" + std::string(word) + "'; known: --quick --repeats --limit");
    }
  }
  return options;
}

void run_all(const Options& options) {
  const std::vector<Form> forms = all_forms();
  const std::int32_t part = options.quick ? 8 : 1;
  Pace pace;
  run_lattice<2>(256 / part, {{"s000", 4}, {"logn", 32}, {"logn", 1280}}, forms, options, pace);
  pace.clear();
  run_lattice<3>(64 / part, {{"s000", 4}, {"logn", 32}, {"equal", 32}, {"logn", 1280}}, forms,
                 options, pace);
  run_uniform(64 / part, forms, options);
  for (const std::size_t parts : {std::size_t{32}, std::size_t{1280}}) {
    run_patches(64 / part, parts);
  }
  if (!options.quick) {
    run_lattice<3>(128, {{"logn", 32}, {"logn", 1280}}, forms, options, pace);
    run_patches(128, 1280);
    run_large(216, forms);
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    report_load();
    run_all(options);
    report_load();
  } catch (const std::exception& error) {
    std::cerr << "bench_partition: " << error.what() << "\n";
    return dynamic_cast<const InputError*>(&error) != nullptr ? 2 : 1;
  }
}
