// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What an update costs, by its class, apart from how fast the rank is that makes it.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace evenkeel::machine {

/// Cost of each class of updates, the same on all ranks.
class ClassCost {
 public:
  explicit ClassCost(std::size_t classes) : updates_(classes, 0.0), cost_(classes, 1.0) {}

  /// As another one was, both of shape [classes].
  ClassCost(std::vector<double> updates, std::vector<double> costs)
      : updates_(std::move(updates)), cost_(std::move(costs)) {}

  /// Learns from a window, whose ranks are as fast in it as they are.
  ///
  /// \param updates  shape [ranks][classes]   \param seconds  that they took, likewise
  void learn(std::span<const double> updates, std::span<const double> seconds);

  /// Shape [classes]; over all updates seen lately the mean is 1.
  const std::vector<double>& costs() const { return cost_; }

  /// Shape [classes]; how many updates have told of each, those long ago counting less.
  const std::vector<double>& updates() const { return updates_; }

 private:
  std::vector<double> updates_;  ///< [classes] decaying sum
  std::vector<double> cost_;     ///< [classes]
};

}  // namespace evenkeel::machine
