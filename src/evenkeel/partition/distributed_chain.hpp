// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cutting a chain of which every holder has only a part: for units too many for one memory.
///
/// Holder h has the units of the curve between those of h - 1 and of h + 1. Three steps, with a
/// gather before the second and the third:
///
///   1. every holder sums up its loads
///   2. with all sums known, it packs its units into blocks              blocks_of
///   3. with all blocks known, everybody cuts the chain of blocks alike; a holder then cuts its own
///      units exactly between the first and the last cut that fall into them   cut_part
///
/// A run of the best cut, rounded to blocks, grows by less than a block; so the bottleneck B obeys
///
///   B* <= B <= B* + b / min_k C_k      b the heaviest block of more than one unit
///
/// with B* that of the serial cut of all units. Memory of a holder: O(units / holders + blocks).
///                                          (two levels as Lieber and Nagel 2017; bound of this
///                                          code)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Consecutive units of one holder.
struct UnitBlock {
  double load = 0.0;
  double units = 0.0;  ///< how many
};

/// The units of one holder as blocks: of one unit, or of no more than \p most load.
///
/// \param load  shape [units of the holder], >= 0
std::vector<UnitBlock> blocks_of(std::span<const double> load, double most);

/// Load of a block for about \p per_processor blocks for each processor.
///
/// \param total  load of all holders
double block_load(double total, std::size_t processors, int per_processor);

/// What a holder learns.
struct PartCut {
  Owners owners;       ///< [units of the holder]
  double bound = 0.0;  ///< the bottleneck is at most this above that of the serial cut
};

/// Owners of the units of one holder.
///
/// \param load      shape [units of the holder]
/// \param blocks    of all holders, in curve order
/// \param first     place of this holder's first block among them
/// \param capacity  shape [processors]
PartCut cut_part(std::span<const double> load, std::span<const UnitBlock> blocks, std::size_t first,
                 std::span<const double> capacity);

}  // namespace evenkeel::partition
