// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// callback: shares as the user says.
#include <cmath>

#include <fmt/format.h>

#include "evenkeel/core/error.hpp"
#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::machine {
namespace {

class Callback final : public CapacityMetric {
 public:
  Shares shares(const Sample& sample) const override {
    if (!sample.callback) {
      if (!is_known(sample, &NodeSample::share)) {
        throw InputError(
            "callback needs a function of the user's, or the share of a node; there is neither");
      }
      return {.share = current_shares(sample), .detail = {}};
    }
    std::vector<double> amount;
    for (const std::size_t node : computing_nodes(sample)) {
      amount.push_back(sample.callback(sample.nodes[node]));
      if (!(std::isfinite(amount.back()) && amount.back() >= 0.0)) {
        throw InputError(fmt::format("the callback says {} for node '{}'; expected 0 or more",
                                     amount.back(), sample.nodes[node].name));
      }
    }
    return {.share = normalise(amount), .detail = {{"amount", amount}}};
  }
};

}  // namespace

void register_callback(Registry<CapacityMetric>& registry) {
  registry.add({.name = "callback",
                .summary = "shares from a function of the user, or as the sample gives them",
                .source = "this code",
                .make = [](const Params&) { return std::make_unique<Callback>(); }});
}

}  // namespace evenkeel::machine
