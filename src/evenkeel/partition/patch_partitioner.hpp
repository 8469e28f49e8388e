// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The interface of partitioners that give every patch of every level an owner of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/core/registry.hpp"
#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/workload/owner_map.hpp"

namespace evenkeel::partition {

/// A patch and who owns it. One cell wide along axes that do not exist.
using OwnedPatch = workload::OwnedBox<3>;

/// Patches of every level, shape [levels][patches].
using OwnedPatches = std::vector<std::vector<OwnedPatch>>;

/// What is to be divided, and among whom. A view: everything in it outlives the call.
struct PatchProblem {
  std::span<const geometry::BoxList<3>> levels;  ///< disjoint boxes, in cells of their level
  std::span<const double> cell_load;  ///< [levels] of one cell [cell updates per base-level step]
  std::span<const double> capacity;   ///< [processors], finite, >= 0, sum > 0, any scale
  std::int32_t align = 1;  ///< boxes are cut at multiples of this only [cells of their level]
  std::span<const std::vector<OwnedPatch>> previous = {};  ///< [levels] before, or empty
  std::int32_t ratio = 2;                                  ///< of one level to the next in space
  int first_level = 0;  ///< number of levels[0]: finer levels may be dealt out alone

  std::size_t processors() const { return capacity.size(); }
};

/// Divides the patches of a hierarchy among processors of unequal capacity, level by level: what is
/// refined has another owner than what lies below, so that every level may be in balance by itself,
/// at the price of more communication between levels than columns of grid units need.
///
/// Not collective: every rank passes the same problem and gets the same answer. Concurrent calls
/// are safe.
class PatchPartitioner {
 public:
  virtual ~PatchPartitioner() = default;

  /// Pieces that cover the boxes of every level exactly, each with an owner of positive capacity.
  ///
  /// \pre the problem fits: see check()
  virtual OwnedPatches assign(const PatchProblem& problem) const = 0;
};

/// Stops the process unless \p problem keeps what PatchProblem promises. Every method calls it
/// first.
void check(const PatchProblem& problem);

/// Adds every partitioner in patches/. Generated from the file names there.
void register_builtin(Registry<PatchPartitioner>& registry);

}  // namespace evenkeel::partition
