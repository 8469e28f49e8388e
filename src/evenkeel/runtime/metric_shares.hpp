// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shares of ranks by a capacity metric, from what they and their sensors tell.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evenkeel/machine/capacity_metric.hpp"

namespace evenkeel::runtime {

/// What a case says about a capacity metric.
struct MetricChoice {
  std::string metric;       ///< its name
  ParamValues params = {};  ///< of it
  std::vector<double> weights =
      {};  ///< of processor, memory and bandwidth; empty: the metric's own
};

/// Parameters of the metric, with the weights of the case as those that have such.
ParamValues params_of(const MetricChoice& choice);

/// Asks the metric when told to. The same samples give the same shares on every rank.
class MetricShares {
 public:
  /// \throws InputError if the metric or a parameter is unknown
  MetricShares(std::size_t ranks, const MetricChoice& choice);

  /// New shares. Where the metric lacks something it needs, they stay as they are.
  void look(machine::Sample sample);

  /// Shape [ranks]; equal before the first look that found what it needs.
  const std::vector<double>& shares() const { return shares_; }

  /// As the metric last learned them; nothing where it learns none.
  const std::optional<machine::CapacityWeights>& weights() const { return weights_; }

  /// Goes on with shares of before, shape [ranks], and what had been learned.
  void restore(std::vector<double> shares, const std::optional<machine::CapacityWeights>& weights) {
    shares_ = std::move(shares);
    weights_ = weights;
  }

  /// Why the last look gave nothing new; "" if it did.
  const std::string& trouble() const { return trouble_; }

 private:
  std::unique_ptr<machine::CapacityMetric> metric_;
  std::vector<double> shares_;
  std::optional<machine::CapacityWeights> weights_;
  std::string trouble_;
};

}  // namespace evenkeel::runtime
