// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the manager decides: a value that the runtime carries out and the simulator plays.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "evenkeel/manager/octant.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::manager {

/// Owners that were weighed, and what is expected of them.
struct Alternative {
  std::string name;               ///< "keep", or the method
  std::vector<double> load = {};  ///< [ranks][levels] [cell updates per coarse step]
  double step_seconds = 0.0;      ///< predicted [s per coarse step]; inf: a stopped rank has load
  double migration_bytes = 0.0;   ///< of all ranks [byte]
  double busiest_bytes = 0.0;     ///< most that one rank sends, or that one receives [byte]
  double cost_seconds = 0.0;      ///< to get there: moving, new plans [s]
  double gain_seconds = 0.0;      ///< against keeping, over the horizon, cost not deducted [s]
  double fullest = 0.0;           ///< memory of the fullest rank, as a part of what it may have;
                                  ///< above 1 it does not fit; 0 where there is no limit
};

/// Share of a step that perfect owners would save more than any others do.
struct Shortfall {
  double by_rates = 0.0;
  double by_shares = 0.0;  ///< were the ranks as fast as the shares in force say
};

/// The decision at one chance.
struct Plan {
  bool repartition = false;
  partition::Owners owners;               ///< [units] to be in force from now on, also when kept
  std::vector<double> capacity;           ///< [ranks] shares the decision is based on, sums to 1
  double gain_seconds = 0.0;              ///< of what was chosen; 0 when kept [s]
  double cost_seconds = 0.0;              ///< of what was chosen; 0 when kept [s]
  std::string reason;                     ///< one sentence with the numbers that decided
  std::vector<Alternative> alternatives;  ///< weighed; empty for policies that do not weigh
  std::size_t chosen = 0;                 ///< index into alternatives, where there are any
  std::size_t rival = 0;  ///< the best of those that change owners, or 0: was it right about time?
  std::optional<Shortfall> beyond_reach = {};  ///< of the rival; none: nobody looked
  std::optional<Character> character = {};     ///< where octants choose partitioners
};

}  // namespace evenkeel::manager
