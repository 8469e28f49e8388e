// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sorting of parameters by who declared them.
#include "evenkeel/runtime/manage_params.hpp"

#include <algorithm>

#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::runtime {

std::vector<ParamSpec> metric_params(std::string_view name) {
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  const auto found = registry.entries().find(name);
  return found == registry.entries().end()
             ? std::vector<ParamSpec>()
             : std::vector<ParamSpec>(found->second.params.begin(), found->second.params.end());
}

ParamValues declared(const ParamValues& given, std::span<const ParamSpec> specs) {
  ParamValues own = given;
  std::erase_if(own, [&](const auto& each) {
    return std::ranges::find(specs, each.first, &ParamSpec::name) == specs.end();
  });
  return own;
}

}  // namespace evenkeel::runtime
