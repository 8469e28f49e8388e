// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Shorter borders between parts, with every level in balance.
#pragma once

#include <vector>

#include "evenkeel/partition/border_moves.hpp"
#include "evenkeel/partition/partitioner.hpp"
#include "evenkeel/partition/unit_graph.hpp"

namespace evenkeel::partition {

/// Lessens the cut of \p owners: pieces of parts go to the neighbouring part with which they have
/// most faces, first what a processor owns of large blocks of units, then of ever smaller ones.
///
/// While large pieces move, levels may leave their balance; processors with too much then pass
/// units on to those with room, at the least cost in faces. In the end no level is slower than its
/// slowest processor was, or than an equal part of \p slack, times the ideal time of all levels,
/// allows. Where all levels were nearly in balance, the per-level time is at most 1 + \p slack, or
/// what it was. Their sum follows from the levels, or, where those were not in balance, is no
/// slower than it was or than \p slack allows. Deterministic.
///
/// Cost: O(units + faces) for each of a few sizes, twice or more where balance is not reached.
///
/// \param units         as of graph_of()
/// \param largest_side  of a block, as a power of two; with 0 only units move
void refine_borders(const Problem& problem, const UnitGraph& units, double slack, int largest_side,
                    Owners& owners);

/// The previous owners; units of nobody who takes part go with the unit before them. Shape [units].
Owners owners_before(const Problem& problem);

/// Moves units from processors that take longer than \p times on a level or in sum to those that do
/// not: owners that were good for grids a little different become good for these.
///
/// \param times  shape [levels + 1], as of level_times()
/// \returns      false if some processor still takes longer
bool relieve(const Problem& problem, const UnitGraph& units, const std::vector<double>& times,
             Ways ways, Owners& owners);

}  // namespace evenkeel::partition
