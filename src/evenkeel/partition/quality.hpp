// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// How good a partition is: the same figures for every method.
#pragma once

#include <span>
#include <vector>

#include "evenkeel/partition/faces.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Figures of one partition. With W the load of all units, W_k that of processor k, and C_k its
/// share of the capacity (summing to 1), T_k = W_k / (C_k W) is 1 for everybody when all finish
/// together. A processor without capacity that holds load makes T infinite.
struct Quality {
  double bottleneck = 0.0;             ///< max_k T_k - 1
  std::vector<double> seed_imbalance;  ///< 100 |W_k - C_k W| / (C_k W) [%], shape [processors];
                                       ///< 0 where both are 0         (Sinha 2002, eq. 2)
  double seed_imbalance_max = 0.0;     ///< [%]
  double cut = 0.0;                    ///< faces between owners, weighted; see Faces
  double cut_fraction = 0.0;           ///< of all faces between units
  double migration = 0.0;              ///< memory on another processor than before [cells]
  double migration_fraction = 0.0;     ///< of all memory
  int empty_parts = 0;                 ///< processors with capacity but without a unit
  double per_level_time = 0.0;  ///< sum over levels of max_k W_k^l / C_k, over W: time of a step in
                                ///< which all wait for each other on every level; 1 is ideal
  double lower_bound = 0.0;     ///< no owners of whole units have a smaller bottleneck
  double level_bound = 0.0;     ///< nor a smaller per-level time
};

/// Measures \p owners. Cost: O(units (levels + faces) + processors log processors).
///
/// Faces are found on a lattice of granularity blocks over the hull of all units. Periodic
/// boundaries have none.
///
/// \param owners  shape [units], each a processor of the problem
Quality measure(const Problem& problem, const Owners& owners);

/// Load of every processor on every level, shape [processors][levels].
/// [cell updates per base-level step]
std::vector<double> load_table(const workload::UnitList& units, const Owners& owners,
                               std::size_t processors);

/// Time of the slowest processor on every level: max_k W_k^l / C_k; and last of the sum over
/// levels. Shape [levels + 1].
std::vector<double> level_times(const Problem& problem, const Owners& owners);

/// Largest load over capacity; load without capacity takes forever. Both of shape [processors].
double slowest_time(std::span<const double> load, std::span<const double> capacity);

/// The seeds' measure, as in Quality, of \p load, shape [processors]; \p capacity of any scale.
std::vector<double> seed_imbalance(std::span<const double> load, std::span<const double> capacity);

/// Faces between owners, weighted, and as a part of all faces between units.
struct Cut {
  double weight = 0.0;
  double fraction = 0.0;
};

/// Cost: O(faces).
Cut cut_of(const Faces& faces, const Owners& owners);

/// Calls visit(double cells, int from, int to) for the memory of each unit that changes its owner,
/// units that had none left out.
template <class Visit>
void for_each_moved(const Problem& problem, std::span<const int> owners, const Visit& visit) {
  for (std::size_t unit = 0; unit < problem.previous.size(); ++unit) {
    const int before = problem.previous[unit];
    if (before != kNoOwner && before != owners[unit]) {
      visit(problem.units.cells_there(unit, problem.held), before, owners[unit]);
    }
  }
}

/// Memory whose owner changes, units that had none left out. 0 without previous owners. [cells]
double migration(const Problem& problem, const Owners& owners);

}  // namespace evenkeel::partition
