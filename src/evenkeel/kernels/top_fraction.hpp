// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Marks the part of all cells where some indicator is largest.
#pragma once

#include "evenkeel/hierarchy/hierarchy.hpp"

namespace evenkeel::kernels {

/// Scales \p component so that the largest \p fraction of the cells without finer ones get more
/// than 1, for flags by value; cells with finer ones get 2, so that nothing is made coarser again.
///
/// The bound is found from counts of values by size (32 classes between powers of two), so that it
/// is the same on any number of ranks; at most \p fraction is marked, unless even the highest class
/// that has cells holds more. Collective. \pre the values are >= 0
template <int D>
void mark_largest(hierarchy::Hierarchy<D>& hierarchy, int component, double fraction);

}  // namespace evenkeel::kernels
