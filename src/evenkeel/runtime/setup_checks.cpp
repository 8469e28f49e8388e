// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a case must fulfil beyond the types and ranges of its keys.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <initializer_list>

#include <fmt/format.h>

#include "evenkeel/io/case_schema.hpp"
#include "evenkeel/manager/octant.hpp"
#include "evenkeel/monitor/sensor_list.hpp"
#include "evenkeel/runtime/base_memory.hpp"
#include "evenkeel/runtime/machine_checks.hpp"
#include "evenkeel/runtime/mesh_checks.hpp"
#include "evenkeel/runtime/plugin_checks.hpp"
#include "evenkeel/runtime/setting_warnings.hpp"
#include "evenkeel/runtime/settle_kernel.hpp"
#include "evenkeel/runtime/setup.hpp"
#include "evenkeel/workload/units_file.hpp"

namespace evenkeel::runtime {
namespace {

using io::Case;

std::vector<double> as_doubles(const std::vector<std::int32_t>& values) {
  return {values.begin(), values.end()};
}

/// Cells around flags: none where a kernel only solves, and nothing moves between regrids; else 2,
/// or what is safe with the kernel's own steps and regrids where that is more.
double default_buffer(const Case& settings, const kernels::ApplicationPlugin& kernel) {
  const double most = io::find_key("mesh.buffer")->max;
  const auto buffer = [&](const auto& application) {
    const double steps = steps_between_regrids(settings, *application, kernel.regrid_interval);
    const double safe = application->bounds_motion() ? safe_buffer(kernel.cfl, steps) : 0.0;
    return application->stages() > 0 ? std::clamp(safe, 2.0, most) : 0.0;
  };
  return std::visit(buffer, kernel.application);
}

void fill_kernel_defaults(Case& settings, const kernels::ApplicationPlugin& kernel) {
  settings.set_default("domain.cells", as_doubles(kernel.cells));
  settings.set_default("domain.lower", kernel.lower);
  settings.set_default("domain.upper", kernel.upper);
  std::visit([&](const auto& application) { fill_boundaries(settings, *application); },
             kernel.application);
  settings.set_default("mesh.max_levels", static_cast<double>(kernel.max_levels));
  settings.set_default("mesh.regrid_interval", static_cast<double>(kernel.regrid_interval));
  settings.set_default("mesh.buffer", default_buffer(settings, kernel));
  settings.set_default("time.cfl", kernel.cfl);
  if (settings.integer("mesh.max_box") == 0) {
    const std::int64_t usual = kernel.dimension() == 3 ? 32 : 128;
    const std::int64_t least = settings.integer("mesh.min_box");
    settings.set("mesh.max_box", static_cast<double>(std::max(least, usual / least * least)));
  }
}

void check_time(const Case& settings, Problems& problems) {
  if (!settings.has("time.steps") && !settings.has("time.end")) {
    problems.add(settings.place("kernel.name"),
                 "nothing says when to stop: give time.steps or time.end");
  }
}

/// The capacities of a file stand in the case from here on: the resolved case needs no file.
void read_capacity_file(Case& settings, Problems& problems) {
  if (!settings.has("machine.capacity_file")) {
    return;
  }
  const bool has_list = settings.has("machine.capacities");
  const bool list_is_newer = settings.is_overridden("machine.capacities");
  const bool file_is_newer = settings.is_overridden("machine.capacity_file");
  if (has_list && list_is_newer == file_is_newer) {
    problems.add(settings.place("machine.capacity_file"),
                 "machine.capacity_file and machine.capacities are both given: give one");
  }
  if (has_list && !file_is_newer) {
    return;
  }
  try {
    settings.set("machine.capacities",
                 workload::read_capacities(settings.text("machine.capacity_file")));
  } catch (const Error& error) {
    problems.add(settings.place("machine.capacity_file"), error.what());
  }
}

void check_capacities(const Case& settings, Problems& problems) {
  const auto is_zero = [](double share) { return share == 0.0; };
  if (settings.has("machine.capacities")) {
    if (std::ranges::all_of(settings.numbers("machine.capacities"), is_zero)) {
      problems.add(settings.place("machine.capacities"),
                   "machine.capacities are all 0: nobody could do the work");
    }
  } else if (settings.text("manage.capacity") == "given" &&
             !settings.has("machine.capacity_file")) {
    problems.add(settings.place("manage.capacity"),
                 "manage.capacity is 'given': give machine.capacities or machine.capacity_file");
  }
}

/// Grid units of \p side base cells a side.
double units_of(const Case& settings, double side) {
  double units = 1.0;
  for (const double cells : settings.numbers("domain.cells")) {
    units *= std::ceil(cells / side);
  }
  return units;
}

/// Doubles the side of units, where the case does not say it, while enough are left to deal out.
/// Those smaller than a box may be, on the first refined level, only cut boxes in pieces.
void choose_units(Case& settings, std::size_t ranks) {
  constexpr double kEnough = 512.0;      // for each rank
  constexpr double kEnoughBoxes = 32.0;  // of units no larger than a box may be
  if (ranks == 1 || !settings.place("partition.granularity").file.empty()) {
    return;
  }
  double side = settings.number("partition.granularity");
  const auto suffice = [&](double larger) {
    const bool fits = larger * settings.number("mesh.ratio") <= settings.number("mesh.min_box");
    return units_of(settings, larger) >=
           (fits ? kEnoughBoxes : kEnough) * static_cast<double>(ranks);
  };
  const double most = io::find_key("partition.granularity")->max;
  while (2.0 * side <= most && suffice(2.0 * side)) {
    side *= 2.0;
  }
  settings.set("partition.granularity", side);
}

/// Lists with one entry a rank have as many as there are ranks, and each rank can have work.
void check_ranks(const Case& settings, std::size_t ranks, Problems& problems) {
  for (const std::string_view key : {"machine.capacities", "machine.inject", "memory.budgets"}) {
    if (settings.has(key) && settings.numbers(key).size() != ranks) {
      problems.add(place_of(settings, key, "machine.capacity_file"),
                   fmt::format("{} has {} entries, the run has {} ranks", key,
                               settings.numbers(key).size(), ranks));
    }
  }
  const auto side = settings.integer("partition.granularity");
  const double units = units_of(settings, static_cast<double>(side));
  if (static_cast<double>(ranks) > units) {
    problems.add(settings.place("domain.cells"),
                 fmt::format("the domain has {:.0f} grid units of partition.granularity = {} base "
                             "cells a side, the run has {} ranks: some would have no work",
                             units, side, ranks));
  }
}

/// Where somebody has set one of \p keys, the first that is; else \p file.
Location first_place(const Case& settings, std::initializer_list<std::string_view> keys,
                     const std::string& file) {
  for (const std::string_view key : keys) {
    if (const Location place = settings.place(key); !place.file.empty()) {
      return place;
    }
  }
  return {file};
}

void check_memory(const CheckedCase& checked, const std::string& file, std::size_t ranks,
                  Problems& problems) {
  const Case& settings = checked.settings;
  const std::string fault =
      memory_fault(base_level_bytes(settings, *checked.kernel), budget_bytes(settings, ranks),
                   fmt::format("the memory.budget of {} ranks is", ranks));
  if (!fault.empty()) {
    problems.add(first_place(settings, {"memory.budgets", "memory.budget", "domain.cells"}, file),
                 fault);
  }
}

/// Keys whose values are files. manage.sensors has some that read files, too.
constexpr std::array<std::string_view, 3> kFileKeys = {"machine.file", "machine.capacity_file",
                                                       "partition.octants"};

/// Applies \p change(path) to the names of files that the case has by \p key.
template <class Change>
void change_file(Case& settings, std::string_view key, const Change& change) {
  if (settings.has(key) && settings.text(key) != manager::kPublishedOctants) {
    settings.set(key, change(std::filesystem::path(settings.text(key))).string());
  }
}

/// The same to files that sensors read.
template <class Change>
void change_sensors(Case& settings, const Change& change) {
  if (!settings.has("manage.sensors")) {
    return;
  }
  std::vector<std::string> texts = settings.texts("manage.sensors");
  for (std::string& text : texts) {
    text = monitor::with_file(text, change);
  }
  settings.set("manage.sensors", texts);
}

/// Files that a case names lie beside it; those of overrides, where the user is.
void find_files_beside(Case& settings, const std::filesystem::path& folder) {
  const auto beside = [&](const auto& file) { return folder / file; };
  for (const std::string_view key : kFileKeys) {
    if (!settings.is_overridden(key)) {
      change_file(settings, key, beside);
    }
  }
  if (!settings.is_overridden("manage.sensors")) {
    change_sensors(settings, beside);
  }
}

/// The resolved case lies elsewhere, and holds the capacities itself.
void settle_files(Case& settings) {
  const auto absolute = [](const auto& file) { return std::filesystem::absolute(file); };
  settings.unset("machine.capacity_file");
  for (const std::string_view key : kFileKeys) {
    change_file(settings, key, absolute);
  }
  change_sensors(settings, absolute);
}

}  // namespace

Plugins Plugins::builtin() {
  Plugins plugins;
  kernels::register_builtin(plugins.kernels);
  partition::register_builtin(plugins.partitioners);
  partition::register_builtin(plugins.patch_partitioners);
  manager::register_builtin(plugins.policies);
  return plugins;
}

CheckedCase check_case(const std::string& path, const std::string& text,
                       const std::vector<std::string>& overrides, const Plugins& plugins,
                       std::size_t ranks) {
  Problems problems;
  CheckedCase checked{io::read_case(path, text, overrides, problems), {}, {}, {}, {}, {}};
  Case& settings = checked.settings;
  find_files_beside(settings, std::filesystem::path(path).parent_path());
  choose_method(plugins, checked, problems);
  choose_policy(plugins, checked, problems);
  choose_kernel(plugins, checked, problems);
  if (checked.kernel != nullptr) {
    fill_kernel_defaults(settings, *checked.kernel);
    check_mesh(settings, *checked.kernel, problems);
    settle_kernel(settings, *checked.kernel, problems);
  }
  check_machine(settings, problems);
  read_capacity_file(settings, problems);
  // A key at fault is not missing: nothing is said of what goes without it.
  if (!settings.has_faults_in("time")) {
    check_time(settings, problems);
  }
  if (!settings.has_faults_in("machine") && !settings.has_faults_in("manage")) {
    check_capacities(settings, problems);
  }
  if (ranks > 0 && settings.has("domain.cells")) {
    choose_units(settings, ranks);
    check_ranks(settings, ranks, problems);
  }
  if (ranks > 0 && checked.kernel != nullptr) {
    check_memory(checked, path, ranks, problems);
  }
  problems.throw_if_any();
  settle_files(settings);
  return checked;
}

}  // namespace evenkeel::runtime
