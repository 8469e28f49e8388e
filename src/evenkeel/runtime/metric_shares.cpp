// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A capacity metric, as a run uses it.
#include "evenkeel/runtime/metric_shares.hpp"

#include <utility>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::runtime {

ParamValues params_of(const MetricChoice& choice) {
  ParamValues params = choice.params;
  if (choice.weights.size() != 3) {
    return params;
  }
  const double processor = choice.weights[0];
  const double bandwidth = choice.weights[2];
  if (choice.metric == "weighted") {
    params["cpu"] = processor;
    params["memory"] = choice.weights[1];
    params["bandwidth"] = bandwidth;
  } else if (choice.metric == "drum_power" && processor + bandwidth > 0.0) {
    params["weight"] = bandwidth / (processor + bandwidth);
  }
  return params;
}

MetricShares::MetricShares(std::size_t ranks, const MetricChoice& choice)
    : shares_(machine::equal_capacity(ranks)) {
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  metric_ = registry.make(choice.metric, params_of(choice));
}

void MetricShares::look(machine::Sample sample) {
  sample.weights = weights_;
  try {
    machine::Shares found = machine::capacity_shares(*metric_, sample);
    shares_ = std::move(found.share);
    weights_ = found.weights;
    trouble_.clear();
  } catch (const InputError& error) {
    trouble_ = error.what();
  }
}

}  // namespace evenkeel::runtime
