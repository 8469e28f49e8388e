// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A capacity metric, as a run uses it.
#include "evenkeel/runtime/metric_shares.hpp"

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"

namespace evenkeel::runtime {
namespace {

/// Parameters of the metric, with the weights of the case as those that have such.
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

}  // namespace

MetricShares::MetricShares(std::size_t ranks, const MetricChoice& choice)
    : shares_(machine::equal_capacity(ranks)) {
  Registry<machine::CapacityMetric> registry;
  machine::register_builtin(registry);
  metric_ = registry.make(choice.metric, params_of(choice));
}

void MetricShares::look(const machine::Sample& sample) {
  try {
    shares_ = machine::capacity_shares(*metric_, sample).share;
    trouble_.clear();
  } catch (const InputError& error) {
    trouble_ = error.what();
  }
}

}  // namespace evenkeel::runtime
