// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What the manager is told before it decides.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "evenkeel/machine/measured_rate.hpp"
#include "evenkeel/manager/prices.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::manager {

/// The state of a run just after a base-level regrid. The same on every rank.
///
/// A view: everything in it outlives the call. Times that have not been measured yet are priors
/// where the comment says so, and 0 else.
struct Observation {
  const workload::UnitList& units;  ///< of the new grids, in curve order
  std::span<const int> owners;      ///< [units] rank that owns the base cells now; kNoOwner: nobody
  std::span<const machine::RankRate> rates;  ///< [ranks] measured, or given shares as rates
  std::span<const double> held = {};  ///< [units] cells of all levels at the last chance, for those
                                      ///< before this regrid; empty: as many as now

  std::int64_t step = 0;           ///< coarse steps done
  std::int64_t steps_to_next = 1;  ///< until the next chance to decide, >= 1 [coarse steps]
  std::int64_t steps_left = std::numeric_limits<std::int64_t>::max();  ///< of the run

  double step_seconds = 0.0;               ///< wall time of a coarse step since the last chance [s]
  double bytes_per_cell = 8.0;             ///< moved with a cell when it changes its owner [byte]
  double bandwidth = 1e8;                  ///< of migrations, of the rank that moves most [byte/s]
  Evidence evidence = Evidence::kAssumed;  ///< of the bandwidth
  double partition_seconds = 0.0;          ///< the last call of the partitioner took [s]
  double rebuild_seconds = 0.0;            ///< what else new owners cost, however little moves [s]
  double rebuild_per_byte = 0.0;           ///< and for what moves: memory, copies [s/byte]

  bool limits_have_changed = false;  ///< since the last chance the system has changed what some
                                     ///< rank may have: rates follow that, and it is no noise
  double limit_changes = 0.0;        ///< how often it has, where it has been watched in between;
                                     ///< there and back again counts twice
  std::span<const int> group = {};   ///< [ranks] number of its group: members are near each other;
                                     ///< empty: one group
  std::span<const double> memory_cap = {};  ///< [ranks] most cells of all levels that a rank has
                                            ///< memory for; empty: no limit
};

/// How far a run is.
struct Stage {
  std::int64_t step = 0;            ///< coarse steps done
  std::int64_t steps_to_next = 1;   ///< until the next chance; below 1 counts as 1 [coarse steps]
  std::optional<std::int64_t> end;  ///< last step, where it is known
};

/// What a run, or the replay of one, shows the manager; group, memory_cap and bytes_per_cell are
/// for the caller to add. \see Observation for shapes
Observation observe(const workload::UnitList& units, std::span<const int> owners,
                    std::span<const machine::RankRate> rates, const Stage& stage,
                    const Prices& prices);

/// Cells that change owners.
struct Movement {
  double cells = 0.0;    ///< of all ranks
  double busiest = 0.0;  ///< most that one rank sends, or that one receives
};

/// What moves to \p owners, shape [units]: cells that were there, for what a regrid adds is made
/// where it is to be.
Movement movement(const Observation& now, std::span<const int> owners);

/// \p share, as near as memory allows: where it is limited, none above what the rank has room for,
/// as far as load and memory go together. Shape [ranks].
std::vector<double> as_memory_allows(std::vector<double> share, const Observation& now);

/// True once any rank has been measured.
bool is_measured(const Observation& now);

/// True if the rates tell how long a step takes, and not only how the ranks compare.
bool is_timed(const Observation& now);

/// True when nobody owns anything yet, so that there is nothing to keep.
bool is_first(const Observation& now);

}  // namespace evenkeel::manager
