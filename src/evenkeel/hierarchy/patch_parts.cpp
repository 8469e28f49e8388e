// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Cuts patches beside what they wait for.
#include "evenkeel/hierarchy/patch_parts.hpp"

#include <algorithm>

namespace evenkeel::hierarchy {
namespace {

using geometry::Box;
using geometry::BoxList;

struct Side {
  std::size_t axis = 0;
  bool upper = false;
};

/// Sides of \p valid that \p region lies beyond, the last axis first: cuts across it are cheapest.
template <int D>
std::vector<Side> sides_beyond(const Box<D>& valid, const Box<D>& region) {
  std::vector<Side> sides;
  for (std::size_t d = D; d-- > 0;) {
    if (region.hi[d] <= valid.lo[d] || region.lo[d] >= valid.hi[d]) {
      sides.push_back({d, region.lo[d] >= valid.hi[d]});
    }
  }
  return sides;
}

/// What is left of \p valid where a quarter is taken off every side where something is waited for.
template <int D>
Box<D> inner_part(const Box<D>& valid, std::span<const Box<D>> waiting, int ghosts, int ratio) {
  Box<D> inner = valid;
  for (const std::size_t outside : {1U, 2U, 3U}) {  // beside faces first: there is no choice
    for (const Box<D>& region : waiting) {
      const std::vector<Side> sides = sides_beyond(valid, region);
      if (sides.size() != outside || !inner.grow(ghosts).intersects(region)) {
        continue;
      }
      const auto [axis, upper] = sides.front();
      const int quarter = std::max(valid.side(axis) / 4, ghosts);
      const int width = (quarter + ratio - 1) / ratio * ratio;
      (upper ? inner.hi[axis] -= width : inner.lo[axis] += width);
    }
  }
  return inner;
}

/// \p inner, and slabs of what lies around it.
template <int D>
BoxList<D> slabs_around(const Box<D>& inner, Box<D> rest) {
  BoxList<D> boxes = {inner};
  for (std::size_t d = D; d-- > 0;) {
    for (const bool upper : {false, true}) {
      Box<D> slab = rest;
      (upper ? slab.lo[d] : slab.hi[d]) = upper ? inner.hi[d] : inner.lo[d];
      if (!slab.is_empty()) {
        boxes.push_back(slab);
      }
      (upper ? rest.hi[d] : rest.lo[d]) = upper ? inner.hi[d] : inner.lo[d];
    }
  }
  return boxes;
}

}  // namespace

template <int D>
PatchParts<D> parts_beside(const Box<D>& valid, std::span<const Box<D>> waiting, int ghosts,
                           int ratio) {
  for (std::size_t d = 0; d < D; ++d) {
    if (valid.side(d) < 2 * ghosts) {
      return {};
    }
  }
  const Box<D> inner = inner_part(valid, waiting, ghosts, ratio);
  if (inner == valid || inner.is_empty() || 4 * inner.volume() < valid.volume()) {
    return {};
  }
  PatchParts<D> parts{slabs_around(inner, valid), {}};
  for (std::size_t i = 0; i < parts.boxes.size(); ++i) {
    BoxList<D> read;
    for (std::size_t later = i + 1; later < parts.boxes.size(); ++later) {
      read.push_back(parts.boxes[later].grow(ghosts));
    }
    const BoxList<D> box = {parts.boxes[i]};
    parts.edges.push_back(geometry::difference(box, geometry::difference(box, read)));
  }
  return parts;
}

template PatchParts<1> parts_beside(const Box<1>&, std::span<const Box<1>>, int, int);
template PatchParts<2> parts_beside(const Box<2>&, std::span<const Box<2>>, int, int);
template PatchParts<3> parts_beside(const Box<3>&, std::span<const Box<3>>, int, int);

}  // namespace evenkeel::hierarchy
