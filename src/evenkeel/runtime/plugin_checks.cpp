// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Choice of plug-ins, and where their parameters come from.
#include "evenkeel/runtime/plugin_checks.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "evenkeel/core/text.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/runtime/machine_checks.hpp"
#include "evenkeel/runtime/manage_params.hpp"
#include "evenkeel/runtime/mesh_checks.hpp"
#include "evenkeel/runtime/octant_source.hpp"

namespace evenkeel::runtime {
namespace {

using io::Case;
using Specs = std::vector<ParamSpec>;

template <class Interface>
void add_params(const Registry<Interface>& registry, std::set<std::string_view>& names) {
  for (const auto& [name, entry] : registry.entries()) {
    std::ranges::transform(entry.params, std::inserter(names, names.end()), &ParamSpec::name);
  }
}

/// Whether a plug-in of any family has a parameter called \p name.
bool is_parameter(std::string_view name, const Plugins& plugins) {
  Registry<machine::CapacityMetric> metrics;
  machine::register_builtin(metrics);
  std::set<std::string_view> names;
  add_params(plugins.kernels, names);
  add_params(plugins.partitioners, names);
  add_params(plugins.patch_partitioners, names);
  add_params(plugins.policies, names);
  add_params(metrics, names);
  return names.contains(name);
}

/// Leaves out what the file gives another plug-in of \p table than those that declare \p kept.
void leave_out_others(Case& settings, std::string_view table, const Specs& kept,
                      const Plugins& plugins) {
  settings.drop_parameters(table, [&](std::string_view name) {
    return std::ranges::find(kept, name, &ParamSpec::name) == kept.end() &&
           is_parameter(name, plugins);
  });
}

/// True when \p settings names a plug-in by \p key; if not, says so.
template <class Interface>
bool is_known(const Case& settings, std::string_view key, const Registry<Interface>& registry,
              const Plugins& plugins, Problems& problems) {
  const std::string& name = settings.text(key);
  if (registry.entries().contains(name)) {
    return true;
  }
  const auto known = plugin_words(key, plugins);
  problems.add(settings.place(key), fmt::format("{} is '{}', known are {}{}", key, name,
                                                join(known), suggestion(name, known)));
  return false;
}

/// True when the further keys of \p table are parameters that \p specs declare. Those that the case
/// leaves open have their defaults then.
bool take_parameters(Case& settings, std::string_view table, const Specs& specs,
                     Problems& problems) {
  Problems faults;
  settings.check_parameters(table, specs, faults);
  problems.add(faults);
  if (faults.empty()) {
    settings.fill_parameters(table, specs);
  }
  return faults.empty();
}

/// All that a table has to do with one plug-in, named by \p key.
template <class Interface>
bool take_plugin(Case& settings, std::string_view key, const Registry<Interface>& registry,
                 const Plugins& plugins, Problems& problems) {
  if (!is_known(settings, key, registry, plugins, problems)) {
    return false;
  }
  const std::string_view table = key.substr(0, key.find('.'));
  const auto& declared = registry.find(settings.text(key)).params;
  const Specs specs(declared.begin(), declared.end());
  if (settings.is_overridden(key)) {
    leave_out_others(settings, table, {}, plugins);  // whose names may be the same
  }
  return take_parameters(settings, table, specs, problems);
}

/// What partition.also names, each as its plug-in has it.
void add_further_methods(const Plugins& plugins, CheckedCase& checked, Problems& problems) {
  constexpr std::string_view kKey = "partition.also";
  if (!checked.settings.has(kKey)) {
    return;
  }
  for (const std::string& name : checked.settings.texts(kKey)) {
    try {
      std::ranges::move(manager::make_methods(plugins.partitioners, name).all,
                        std::back_inserter(checked.methods.all));
    } catch (const InputError& error) {
      problems.add(checked.settings.place(kKey), fmt::format("{}: {}", kKey, error.what()));
    }
  }
}

void choose_patch_method(const Plugins& plugins, CheckedCase& checked, Problems& problems) {
  Case& settings = checked.settings;
  const std::string& name = settings.text("partition.method");
  if (!take_plugin(settings, "partition.method", plugins.patch_partitioners, plugins, problems)) {
    return;
  }
  checked.patches = plugins.patch_partitioners.make(name, settings.parameters("partition"));
  checked.methods.all.push_back(
      {name, plugins.partitioners.make("lpa", {{"grouping", std::string("fixed")}})});
  for (const std::string_view key : {"partition.also", "partition.octants"}) {
    if (settings.has(key)) {
      problems.add(settings.place(key), fmt::format("{} is of partitioners of grid units; "
                                                    "partition.method = \"{}\" deals out patches",
                                                    key, name));
    }
  }
}

void take_octants(CheckedCase& checked, Problems& problems) {
  constexpr std::string_view kKey = "partition.octants";
  if (!checked.settings.has(kKey)) {
    return;
  }
  try {
    checked.octants = read_octants(checked.settings.text(kKey));
  } catch (const InputError& error) {
    problems.add(checked.settings.place(kKey), fmt::format("{}: {}", kKey, error.what()));
  }
}

std::unique_ptr<kernels::ApplicationPlugin> make_kernel(const Case& settings,
                                                        const Plugins& plugins, bool is_sound,
                                                        Problems& problems) {
  const std::string& name = settings.text("kernel.name");
  try {
    if (is_sound) {
      std::vector<std::string> idle;
      auto kernel = plugins.kernels.make(name, settings.parameters("kernel"), &idle);
      kernel->idle = std::move(idle);
      return kernel;
    }
  } catch (const InputError& error) {
    problems.add(place_of_fault(settings, error.what()), error.what());
  }
  return plugins.kernels.make(name, {});
}

}  // namespace

std::vector<std::string_view> plugin_words(std::string_view key, const Plugins& plugins) {
  if (key == "kernel.name") {
    return plugins.kernels.names();
  }
  if (key == "manage.policy") {
    return plugins.policies.names();
  }
  if (key == "manage.capacity") {
    return capacity_words();
  }
  std::vector<std::string_view> words;
  if (key == "partition.method" || key == "partition.also") {
    words = plugins.partitioners.names();
  }
  if (key == "partition.method") {
    std::ranges::copy(plugins.patch_partitioners.names(), std::back_inserter(words));
  }
  return words;
}

void choose_method(const Plugins& plugins, CheckedCase& checked, Problems& problems) {
  Case& settings = checked.settings;
  const std::string& name = settings.text("partition.method");
  if (plugins.patch_partitioners.entries().contains(name)) {
    choose_patch_method(plugins, checked, problems);
  } else if (take_plugin(settings, "partition.method", plugins.partitioners, plugins, problems)) {
    checked.methods =
        manager::make_methods(plugins.partitioners, name, settings.parameters("partition"));
  }
  if (!checked.patches) {
    add_further_methods(plugins, checked, problems);
    take_octants(checked, problems);
  }
}

void choose_policy(const Plugins& plugins, CheckedCase& checked, Problems& problems) {
  Case& settings = checked.settings;
  if (!is_known(settings, "manage.policy", plugins.policies, plugins, problems)) {
    return;
  }
  const auto& policy = plugins.policies.find(settings.text("manage.policy"));
  Specs specs = metric_params(settings);
  specs.insert(specs.end(), policy.params.begin(), policy.params.end());
  if (settings.is_overridden("manage.policy") || settings.is_overridden("manage.capacity")) {
    leave_out_others(settings, "manage", specs, plugins);
  }
  if (take_parameters(settings, "manage", specs, problems)) {
    checked.policy = plugins.policies.make(std::string(policy.name),
                                           declared(settings.parameters("manage"), policy.params));
  }
}

void choose_kernel(const Plugins& plugins, CheckedCase& checked, Problems& problems) {
  Case& settings = checked.settings;
  const bool is_sound = take_plugin(settings, "kernel.name", plugins.kernels, plugins, problems);
  if (plugins.kernels.entries().contains(settings.text("kernel.name"))) {
    checked.kernel = make_kernel(settings, plugins, is_sound, problems);
  }
}

}  // namespace evenkeel::runtime
