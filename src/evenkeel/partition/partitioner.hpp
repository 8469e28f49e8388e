// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface every partitioner implements.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evenkeel/core/registry.hpp"
#include "evenkeel/workload/owner_map.hpp"
#include "evenkeel/workload/unit_list.hpp"

namespace evenkeel::partition {

/// Rank that owns each grid unit, shape [units], values in [0, processors).
using Owners = std::vector<int>;

/// Owner of a unit nobody held before, in Problem::previous.
using workload::kNoOwner;

/// What is to be divided, and among whom. A view: everything in it outlives the call.
struct Problem {
  const workload::UnitList& units;   ///< in curve order
  std::span<const double> capacity;  ///< shape [processors], finite, >= 0, sum > 0, any scale
  std::span<const int> previous;     ///< shape [units] or empty; kNoOwner where there was none

  std::span<const double> held = {};  ///< shape [units] memory before; empty: as now

  std::size_t processors() const { return capacity.size(); }
};

/// Divides a grid unit list among processors of unequal capacity.
///
/// Not collective: every rank passes the same problem and gets the same answer, so an
/// implementation is deterministic and neither communicates nor reads a clock. The runtime and the
/// simulator call the same code. Concurrent calls are safe: assign keeps no state.
class Partitioner {
 public:
  virtual ~Partitioner() = default;

  /// An owner for every unit. A processor of capacity zero owns no unit that has load. With no
  /// unit the answer is empty; with no load any owner of positive capacity is right.
  ///
  /// \pre the problem fits: see check()
  virtual Owners assign(const Problem& problem) const = 0;
};

/// Stops the process unless \p problem keeps what Problem promises. Every method calls it first.
void check(const Problem& problem);

/// Adds every partitioner in methods/. Generated from the file names there.
void register_builtin(Registry<Partitioner>& registry);

}  // namespace evenkeel::partition
