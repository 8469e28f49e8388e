// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sorting of parameters by who declared them.
#include "evenkeel/runtime/manage_params.hpp"

#include <algorithm>

#include "evenkeel/machine/capacity_metric.hpp"
#include "evenkeel/runtime/metric_shares.hpp"

namespace evenkeel::runtime {

std::vector<ParamSpec> metric_params(const io::Case& settings) {
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  MetricChoice choice{.metric = settings.text("manage.capacity")};
  const auto found = registry.entries().find(choice.metric);
  if (found == registry.entries().end()) {
    return {};
  }
  std::vector<ParamSpec> specs(found->second.params.begin(), found->second.params.end());
  if (settings.has("machine.weights")) {
    choice.weights = settings.numbers("machine.weights");
  }
  for (const auto& [name, value] : params_of(choice)) {
    std::ranges::find(specs, name, &ParamSpec::name)->fallback = std::get<double>(value);
  }
  return specs;
}

ParamValues declared(const ParamValues& given, std::span<const ParamSpec> specs) {
  ParamValues own = given;
  std::erase_if(own, [&](const auto& each) {
    return std::ranges::find(specs, each.first, &ParamSpec::name) == specs.end();
  });
  return own;
}

}  // namespace evenkeel::runtime
