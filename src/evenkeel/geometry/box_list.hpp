// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Regions as lists of boxes: union, difference, intersection, cutting and merging.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::geometry {

/// A region of one level. The boxes may touch; where a function needs them disjoint it says so.
template <int D>
using BoxList = std::vector<Box<D>>;

/// Appends \p from without \p hole to \p out: at most 2 D disjoint boxes, cut along axis 0 first.
template <int D>
void subtract(const Box<D>& from, const Box<D>& hole, BoxList<D>& out);

/// The part of \p from that no box of \p holes covers, box by box of \p from, in that order.
///
/// Disjoint if \p from is. Cost: (boxes + hits) * log(hits of one box).
template <int D>
BoxList<D> difference(const BoxList<D>& from, const BoxList<D>& holes);

/// The part of \p domain outside \p holes, disjoint and coalesced.
template <int D>
BoxList<D> complement(const Box<D>& domain, const BoxList<D>& holes);

/// Every non-empty overlap of a box of \p a with a box of \p b; disjoint if both lists are.
template <int D>
BoxList<D> intersection(const BoxList<D>& a, const BoxList<D>& b);

/// Merges boxes that share a full face until there are none, and sorts by lower corner.
///
/// The result depends on the set of boxes only, not on their order. Empty boxes are dropped.
/// Cost: O(n log n) per pass, few passes.
/// \pre the boxes are disjoint
template <int D>
void coalesce(BoxList<D>& boxes);

/// Sum of the volumes. Unit: cells. The volume of the union if the boxes are disjoint.
template <int D>
std::int64_t volume(const BoxList<D>& boxes);

/// True when no two boxes share a cell.
template <int D>
bool disjoint(const BoxList<D>& boxes);

/// The union of \p boxes as disjoint boxes: each box without those before it.
template <int D>
BoxList<D> make_disjoint(const BoxList<D>& boxes);

/// The two parts of \p box below and above the plane \p at. \pre lo < at < hi along \p axis
template <int D>
constexpr std::pair<Box<D>, Box<D>> split(const Box<D>& box, std::size_t axis, std::int32_t at) {
  std::pair<Box<D>, Box<D>> parts{box, box};
  parts.first.hi[axis] = at;
  parts.second.lo[axis] = at;
  return parts;
}

/// Cuts \p box into a lattice of nearly equal pieces with no side above \p max_side [cells].
///
/// Cut planes are multiples of \p align. Axis 0 varies fastest in the result.
/// \pre 1 <= align <= max_side
template <int D>
BoxList<D> chop(const Box<D>& box, std::int32_t max_side, std::int32_t align);

}  // namespace evenkeel::geometry
