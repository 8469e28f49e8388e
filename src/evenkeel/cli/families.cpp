// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Collects plug-ins from their registries.
#include "evenkeel/cli/families.hpp"

#include <algorithm>
#include <iterator>

#include "evenkeel/adapters/adapters.hpp"
#include "evenkeel/cli/simulator_program.hpp"
#include "evenkeel/forecast/forecaster.hpp"
#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/monitor/sensor.hpp"
#include "evenkeel/runtime/setup.hpp"

namespace evenkeel::cli {
namespace {

/// The built-in plug-ins of a family that no case names.
template <class Interface>
Registry<Interface> builtin() {
  Registry<Interface> registry;
  register_builtin(registry);
  return registry;
}

}  // namespace

runtime::Plugins all_families() {
  runtime::Plugins plugins = runtime::Plugins::builtin();
  adapters::register_builtin(plugins.partitioners);
  return plugins;
}

std::vector<PluginInfo> all_plugins() {
  const runtime::Plugins plugins = all_families();
  std::vector<PluginInfo> all;
  append("kernels", plugins.kernels, all);
  append("partitioners", plugins.partitioners, all);
  append("partitioners", plugins.patch_partitioners, all);
  append("sensors", builtin<monitor::Sensor>(), all);
  append("forecasters", builtin<forecast::Forecaster>(), all);
  append("capacities", builtin<machine::CapacityMetric>(), all);
  append("policies", plugins.policies, all);
  std::ranges::move(simulator_plugins(), std::back_inserter(all));
  return all;
}

std::vector<std::string_view> family_names() {
  return {"kernels",  "partitioners", "sensors",          "forecasters",          "capacities",
          "policies", "schedulers",   "super_schedulers", "information_services", "backends",
          "costs"};
}

}  // namespace evenkeel::cli
