// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Which curve suits a problem.
#pragma once

#include <cstddef>
#include <vector>

#include "evenkeel/partition/curve_order.hpp"

namespace evenkeel::partition {

/// Workers that may get slabs: with more, slabs have longer borders than parts of a curve.
inline constexpr std::size_t kMostSlabs = 8;

/// The curve whose cuts are expected to move least from one repartition to the next.
///
/// Where what is refined moves, it moves across its borders: along the axis on which loads vary
/// most. The slow axis is the one on which they vary least, if that is less than half as much;
/// else the longest, the last of several that are alike. The kind is Morton where a move by one
/// block, tried on a lattice of at most 2^18 blocks, would change the owner of less than half the
/// load that it would with Hilbert, whose parts have shorter borders. Up to eight workers get
/// slabs, row by row, where a step is expected to be faster with them: cut across a refined layer,
/// slabs keep every level in balance and leave boxes whole.
///
/// \pre \p points are those of \p units
CurveChoice choose_curve(const workload::UnitList& units, const Points& points,
                         const Workers& workers);

/// All that choose_curve() may choose from.
std::vector<CurveChoice> curve_choices(const Points& points, const Workers& workers);

}  // namespace evenkeel::partition
