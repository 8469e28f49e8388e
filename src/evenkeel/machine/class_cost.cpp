// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Speeds from costs, costs from speeds, in turn.
#include "evenkeel/machine/class_cost.hpp"

#include <numeric>

namespace evenkeel::machine {
namespace {

constexpr double kCostMemory = 0.9;  ///< kept of the sums of updates, from window to window
constexpr int kCostTurns = 20;

/// What one window has of each class, [classes].
struct OfClasses {
  std::vector<double> updates;
  std::vector<double> work;  ///< a rank's load, by the seconds that each class took
};

OfClasses sum(std::span<const double> updates, std::span<const double> seconds,
              std::span<const double> cost) {
  const std::size_t classes = cost.size();
  OfClasses all{std::vector<double>(classes, 0.0), std::vector<double>(classes, 0.0)};
  for (std::size_t first = 0; first < updates.size(); first += classes) {
    const auto done = updates.subspan(first, classes);
    const auto took = seconds.subspan(first, classes);
    const double of_rank = std::reduce(took.begin(), took.end());
    const double load = std::inner_product(done.begin(), done.end(), cost.begin(), 0.0);
    for (std::size_t c = 0; c < classes && of_rank > 0.0; ++c) {
      all.work[c] += took[c] * load / of_rank;
      all.updates[c] += done[c];
    }
  }
  return all;
}

}  // namespace

/// The speeds are those of this very window, so that ranks which have just changed do not spoil the
/// costs.
void ClassCost::learn(std::span<const double> updates, std::span<const double> seconds) {
  std::vector<double> cost = cost_;
  OfClasses window;
  for (int turn = 0; turn < kCostTurns; ++turn) {
    window = sum(updates, seconds, cost);
    for (std::size_t c = 0; c < cost.size(); ++c) {
      const bool is_known = window.updates[c] > 0.0 && window.work[c] > 0.0;
      cost[c] = is_known ? window.work[c] / window.updates[c] : cost[c];
    }
  }
  double all_work = 0.0;
  double all_updates = 0.0;
  for (std::size_t c = 0; c < cost.size(); ++c) {
    updates_[c] = kCostMemory * updates_[c] + window.updates[c];
    const double weight = updates_[c] > 0.0 ? window.updates[c] / updates_[c] : 0.0;
    cost_[c] += weight * (cost[c] - cost_[c]);
    all_work += updates_[c] * cost_[c];
    all_updates += updates_[c];
  }
  for (double& relative : cost_) {
    relative *= all_work > 0.0 ? all_updates / all_work : 1.0;
  }
}

}  // namespace evenkeel::machine
