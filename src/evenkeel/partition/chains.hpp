// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cutting a chain of loads into consecutive runs: what every partitioner along a curve is made of.
///
/// A run must fit its processor: its load divided by the processor's capacity is its *time*, and
/// the largest time is the *bottleneck*. All comparisons here use that quotient as computed, never
/// a rearrangement of it, so a bottleneck one function returns is feasible for all the others to
/// the last bit.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Loads of units in curve order, summed from the start of the curve.
class Chain {
 public:
  /// \param load  shape [units], >= 0. When all are zero, every unit counts 1, so that units
  ///              without work are still spread.
  explicit Chain(std::span<const double> load);
  explicit Chain(const workload::UnitList& units);

  std::size_t size() const { return prefix_.size() - 1; }
  double total() const { return prefix_.back(); }

  /// Load of all units before \p unit.
  double before(std::size_t unit) const { return prefix_[unit]; }

  /// Load of the units first <= u < last.
  double load(std::size_t first, std::size_t last) const { return prefix_[last] - prefix_[first]; }

  /// Last end of a run that starts at \p first and takes at most \p time on \p capacity.
  std::size_t reach(std::size_t first, double capacity, double time) const;

  /// First start of a run that ends at \p last and takes at most \p time on \p capacity.
  std::size_t reach_back(std::size_t last, double capacity, double time) const;

 private:
  void sum_up();

  std::vector<double> prefix_;  ///< [units + 1]
};

/// The processors that take part: those of positive capacity, in rank order.
struct Workers {
  explicit Workers(std::span<const double> capacity);

  std::size_t size() const { return rank.size(); }
  double total_capacity() const { return capacity_of(0, size()); }

  /// Capacity of the workers first <= w < last.
  double capacity_of(std::size_t first, std::size_t last) const;

  /// Part of all capacity that the slowest has.
  double least_share() const;

  std::vector<int> rank;
  std::vector<double> capacity;
};

/// Where a chain is cut: worker w owns the units cuts[w] <= u < cuts[w + 1]. Shape [workers + 1].
using Cuts = std::vector<std::size_t>;

/// Each cut at the unit boundary nearest to the target share before it: a unit goes to the worker
/// in whose share its middle lies. No cut is off by more than half a unit.   (Li 2005, section 4.2)
Cuts cut_at_shares(const Chain& chain, const Workers& workers);

/// Largest time of any run of \p cuts.
double bottleneck(const Chain& chain, const Workers& workers, const Cuts& cuts);

/// The least bottleneck any cut into runs in rank order can have, to the last bit.
///
/// Bisection in which every probe moves the bounds to times that really occur (Pinar, Tabak,
/// Aykanat 2008, section 4). Cost: about 40 probes of workers * log(units).
double optimal_bottleneck(const Chain& chain, const Workers& workers);

/// Cuts of the least bottleneck, each as near to its target share as that allows, taken from the
/// first to the last: many cuts reach the optimum, and these leave no processor idle.
Cuts balanced_cuts(const Chain& chain, const Workers& workers);

/// First and last place of each cut in any partition whose bottleneck is at most the given one.
struct Windows {
  Cuts earliest;
  Cuts latest;
};

/// \pre \p time >= optimal_bottleneck(chain, workers)
Windows cut_windows(const Chain& chain, const Workers& workers, double time);

/// The cuts nearest to \p wish, taken from the first to the last, that keep the bottleneck within
/// \p time.
///
/// \pre \p time >= optimal_bottleneck(chain, workers)
Cuts pull_cuts(const Chain& chain, const Workers& workers, double time, const Cuts& wish);

/// Cuts within \p time that move little load from where \p old cut it.
///
/// With S_w the capacity of the workers up to w, a run fits when load(cut_w) - time S_w does not
/// grow with w. The falling sequence least far in sum from the old one is an L1 isotonic
/// regression. Its places are then rounded to units. Cost: O(workers log units) beside the windows.
///
/// \pre \p time >= optimal_bottleneck(chain, workers)
Cuts keep_cuts(const Chain& chain, const Workers& workers, double time, const Cuts& old);

/// Owner of every unit when \p cuts are made.
Owners owners_of(const Workers& workers, const Cuts& cuts);

/// Where \p previous would have cut: before the first unit of a later worker, as far as the runs of
/// \p previous were consecutive. Units of no owner go with the unit before them.
Cuts cuts_of(const Workers& workers, std::span<const int> previous);

}  // namespace evenkeel::partition
