// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// measured: the application's own updates per wall second, as far as they are to go on.
#include <algorithm>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::machine {
namespace {

class Measured final : public CapacityMetric {
 public:
  Shares shares(const Sample& sample) const override {
    if (!is_known(sample, &NodeSample::rate)) {
      throw InputError("measured needs rate; it is known of no node");
    }
    Shares result;
    std::vector<double> rate =
        known_or_mean(sample, &NodeSample::rate, "rate", 0.0, result.unknown);
    const std::vector<std::size_t> nodes = computing_nodes(sample);
    std::vector<double> outlook(nodes.size(), 1.0);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const NodeSample& node = sample.nodes[nodes[k]];
      // The rate contains the processor time of then: what counts is how that will change.
      if (node.forecast && node.availability.value_or(0.0) > 0.0) {
        outlook[k] = *node.forecast / *node.availability;
      }
      rate[k] *= outlook[k];
    }
    result.share = normalise(rate);
    result.detail = {{"rate", rate}, {"outlook", outlook}};
    return result;
  }
};

}  // namespace

void register_measured(Registry<CapacityMetric>& registry) {
  registry.add({.name = "measured",
                .summary = "updates per wall second, times how availability is forecast to change",
                .source = "practice of this code; rates keep block cost and rank speed apart",
                .make = [](const Params&) { return std::make_unique<Measured>(); }});
}

}  // namespace evenkeel::machine
