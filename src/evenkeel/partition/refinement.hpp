// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Pieces moved across the borders of parts, where that shortens the borders.
#pragma once

#include <vector>

#include "evenkeel/partition/faces.hpp"
#include "evenkeel/partition/partitioner.hpp"

namespace evenkeel::partition {

/// Lessens the cut of \p owners: what a processor owns of a block of units goes to a neighbouring
/// part when it has more faces with that than with its own. First large blocks, then ever
/// smaller ones: so fragments heal, corners are rounded, and layers of coarse units change hands
/// without the fine ones beside them.
///
/// No level, nor their sum, gets slower than its slowest processor was, or than its ideal time plus
/// an equal part of \p slack times the ideal time of all levels (the sum: all of it); so the
/// per-level time grows by no more than \p slack. Greedy, in curve order: deterministic.
///
/// Cost: O(units in blocks at borders * (faces + levels)) a sweep; 2 to 7 sweeps for each size.
///
/// \param largest_side  of a block, as a power of two; with 0 only the raggedness goes
void refine_borders(const Problem& problem, const Faces& faces, double slack, int largest_side,
                    Owners& owners);

/// Time of the slowest processor on every level: max_k W_k^l / C_k; and last of the sum over
/// levels. Shape [levels + 1].
std::vector<double> level_times(const Problem& problem, const Owners& owners);

/// Moves single units away from processors that take longer than \p times on a level or in sum, to
/// neighbours that are less late, layer by layer: owners that were good for grids a little
/// different become good for these.
///
/// \param times  shape [levels + 1], as of level_times()
/// \returns      false if some processor still takes longer
bool relieve(const Problem& problem, const Faces& faces, const std::vector<double>& times,
             Owners& owners);

}  // namespace evenkeel::partition
