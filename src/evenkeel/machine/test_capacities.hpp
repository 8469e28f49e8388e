// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Capacity metrics by name, for tests.
#pragma once

#include <string>
#include <string_view>

#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::machine {

inline Registry<CapacityMetric> builtin() {
  Registry<CapacityMetric> registry;
  register_builtin(registry);
  return registry;
}

inline Shares by(std::string_view metric, const Sample& sample, const ParamValues& params = {}) {
  return capacity_shares(*builtin().make(metric, params), sample);
}

inline std::string fault_of(std::string_view metric, const Sample& sample,
                            const ParamValues& params = {}) {
  try {
    by(metric, sample, params);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace evenkeel::machine
