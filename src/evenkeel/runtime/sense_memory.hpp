// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What a run has learned of its ranks, as a checkpoint carries it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evenkeel/machine/capacity.hpp"
#include "evenkeel/machine/measured_rate.hpp"
#include "evenkeel/machine/outlook.hpp"
#include "evenkeel/manager/prices.hpp"

namespace evenkeel::runtime {

/// Speeds and announcements are those of ranks on their hosts; costs and prices hold on others,
/// too. Empty in checkpoints of before there was this.
struct SenseMemory {
  std::string hosts = {};  ///< hash of the names of the ranks' hosts, rank by rank
  std::vector<machine::MeasuredRate::Track> speeds = {};  ///< [ranks]
  std::vector<machine::Outlook::Track> announced = {};    ///< [ranks]
  double trust = 0.0;                                     ///< in what is announced
  std::vector<double> shares = {};  ///< [ranks] by a capacity metric; empty: there was none
  std::optional<machine::CapacityWeights> weights = {};  ///< that it has learned
  machine::ClassCost costs = machine::ClassCost(0);      ///< of levels
  manager::Prices prices = {};
};

}  // namespace evenkeel::runtime
