// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Union, difference and coalescing of boxes.
#include "evenkeel/geometry/box_list.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "evenkeel/core/error.hpp"
#include "evenkeel/geometry/beside.hpp"
#include "evenkeel/geometry/box_search.hpp"

namespace evenkeel::geometry {
namespace {

/// Above this many holes a box is bisected first, so that no box meets all pieces of another.
constexpr std::size_t kFewHoles = 4;

/// Subtracts hole after hole.
template <int D>
void subtract_few(const Box<D>& from, std::span<const Box<D>> holes, BoxList<D>& out) {
  BoxList<D> pieces{from};
  BoxList<D> remaining;
  for (const Box<D>& hole : holes) {
    remaining.clear();
    for (const Box<D>& piece : pieces) {
      subtract(piece, hole, remaining);
    }
    pieces.swap(remaining);
  }
  out.insert(out.end(), pieces.begin(), pieces.end());
}

/// The face of a hole nearest the middle rank among those that cross \p box along \p axis, or
/// box.lo[axis] when none does.
template <int D>
std::int32_t median_face(const Box<D>& box, std::span<const Box<D>> holes, std::size_t axis) {
  std::vector<std::int32_t> planes;
  for (const Box<D>& hole : holes) {
    for (const std::int32_t plane : {hole.lo[axis], hole.hi[axis]}) {
      if (plane > box.lo[axis] && plane < box.hi[axis]) {
        planes.push_back(plane);
      }
    }
  }
  if (planes.empty()) {
    return box.lo[axis];
  }
  const auto middle = planes.begin() + static_cast<std::ptrdiff_t>(planes.size() / 2);
  std::nth_element(planes.begin(), middle, planes.end());
  return *middle;
}

/// Axes by descending side of \p box, ties by ascending axis.
template <int D>
std::array<std::size_t, static_cast<std::size_t>(D)> longest_first(const Box<D>& box) {
  std::array<std::size_t, static_cast<std::size_t>(D)> axes{};
  for (std::size_t d = 0; d < D; ++d) {
    axes[d] = d;
  }
  std::stable_sort(axes.begin(), axes.end(),
                   [&](std::size_t a, std::size_t b) { return box.side(a) > box.side(b); });
  return axes;
}

template <int D>
BoxList<D> clip(std::span<const Box<D>> boxes, const Box<D>& to) {
  BoxList<D> clipped;
  for (const Box<D>& box : boxes) {
    if (const Box<D> common = box.intersect(to); !common.is_empty()) {
      clipped.push_back(common);
    }
  }
  return clipped;
}

/// Subtracts \p holes, all of them inside \p from, by bisection at hole faces.
template <int D>
void subtract_many(const Box<D>& from, std::span<const Box<D>> holes, BoxList<D>& out) {
  if (std::find(holes.begin(), holes.end(), from) != holes.end()) {
    return;
  }
  if (holes.size() <= kFewHoles) {
    subtract_few(from, holes, out);
    return;
  }
  for (const std::size_t axis : longest_first(from)) {
    const std::int32_t plane = median_face(from, holes, axis);
    if (plane > from.lo[axis]) {
      const auto [below, above] = split(from, axis, plane);
      subtract_many<D>(below, clip(holes, below), out);
      subtract_many<D>(above, clip(holes, above), out);
      return;
    }
  }
}

/// Merges neighbours along \p axis; true if there was a merge.
template <int D>
bool merge_along(std::size_t axis, BoxList<D>& boxes) {
  std::sort(boxes.begin(), boxes.end(), [axis](const Box<D>& a, const Box<D>& b) {
    const std::int32_t order = compare_beside(a, b, axis);
    return order != 0 ? order < 0 : a.lo[axis] < b.lo[axis];
  });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    if (boxes[kept].hi[axis] == boxes[i].lo[axis] &&
        compare_beside(boxes[kept], boxes[i], axis) == 0) {
      boxes[kept].hi[axis] = boxes[i].hi[axis];
    } else {
      boxes[++kept] = boxes[i];
    }
  }
  const bool merged = kept + 1 < boxes.size();
  boxes.resize(std::min(boxes.size(), kept + 1));
  return merged;
}

}  // namespace

template <int D>
void subtract(const Box<D>& from, const Box<D>& hole, BoxList<D>& out) {
  if (from.is_empty()) {
    return;
  }
  if (!from.intersects(hole)) {
    out.push_back(from);
    return;
  }
  Box<D> rest = from;
  for (std::size_t d = 0; d < D; ++d) {
    if (hole.lo[d] > rest.lo[d]) {
      out.push_back(split(rest, d, hole.lo[d]).first);
      rest.lo[d] = hole.lo[d];
    }
    if (hole.hi[d] < rest.hi[d]) {
      out.push_back(split(rest, d, hole.hi[d]).second);
      rest.hi[d] = hole.hi[d];
    }
  }
}

template <int D>
BoxList<D> difference(const BoxList<D>& from, const BoxList<D>& holes) {
  const BoxSearch<D> search(holes);
  BoxList<D> rest;
  std::vector<std::int32_t> hits;
  BoxList<D> near;
  for (const Box<D>& box : from) {
    if (box.is_empty()) {
      continue;
    }
    search.find(box, hits);
    near.clear();
    for (const std::int32_t hit : hits) {
      near.push_back(holes[static_cast<std::size_t>(hit)].intersect(box));
    }
    subtract_many<D>(box, near, rest);
  }
  return rest;
}

template <int D>
BoxList<D> complement(const Box<D>& domain, const BoxList<D>& holes) {
  BoxList<D> outside = difference(BoxList<D>{domain}, holes);
  coalesce(outside);
  return outside;
}

template <int D>
BoxList<D> intersection(const BoxList<D>& a, const BoxList<D>& b) {
  const BoxSearch<D> search(b);
  BoxList<D> common;
  std::vector<std::int32_t> hits;
  for (const Box<D>& box : a) {
    search.find(box, hits);
    for (const std::int32_t hit : hits) {
      common.push_back(box.intersect(b[static_cast<std::size_t>(hit)]));
    }
  }
  return common;
}

template <int D>
void coalesce(BoxList<D>& boxes) {
  std::erase_if(boxes, [](const Box<D>& box) { return box.is_empty(); });
  std::size_t idle = 0;
  for (std::size_t axis = 0; idle < D; axis = (axis + 1) % D) {
    idle = merge_along(axis, boxes) ? 1 : idle + 1;
  }
  std::sort(boxes.begin(), boxes.end());
}

template <int D>
std::int64_t volume(const BoxList<D>& boxes) {
  std::int64_t cells = 0;
  for (const Box<D>& box : boxes) {
    cells += box.volume();
  }
  return cells;
}

template <int D>
bool disjoint(const BoxList<D>& boxes) {
  const BoxSearch<D> search(boxes);
  return std::all_of(boxes.begin(), boxes.end(), [&](const Box<D>& box) {
    int hits = 0;
    search.for_each(box, [&](std::int32_t) { ++hits; });
    return hits <= 1;
  });
}

template <int D>
BoxList<D> make_disjoint(const BoxList<D>& boxes) {
  const BoxSearch<D> search(boxes);
  BoxList<D> parts;
  std::vector<std::int32_t> hits;
  BoxList<D> earlier;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].is_empty()) {
      continue;
    }
    search.find(boxes[i], hits);
    earlier.clear();
    for (auto hit = hits.begin(); static_cast<std::size_t>(*hit) < i; ++hit) {
      earlier.push_back(boxes[static_cast<std::size_t>(*hit)].intersect(boxes[i]));
    }
    subtract_many<D>(boxes[i], earlier, parts);
  }
  return parts;
}

template <int D>
BoxList<D> chop(const Box<D>& box, std::int32_t max_side, std::int32_t align) {
  EVENKEEL_EXPECT(align >= 1 && max_side >= align);
  BoxList<D> pieces;
  if (!box.is_empty()) {
    pieces.push_back(box);
  }
  // Axis by axis, last first, so that axis 0 comes out fastest. Slots are stretches of `align`.
  for (std::size_t axis = D; axis-- > 0;) {
    const std::int64_t first = floor_div(box.lo[axis], align);
    const std::int64_t slots = floor_div(box.hi[axis] - 1, align) + 1 - first;
    const std::int64_t per_piece = max_side / align;
    const std::int64_t count = (slots + per_piece - 1) / per_piece;
    BoxList<D> cut;
    cut.reserve(pieces.size() * static_cast<std::size_t>(count));
    for (const Box<D>& piece : pieces) {
      Box<D> part = piece;
      for (std::int64_t i = 1; i <= count; ++i) {
        const auto plane = static_cast<std::int32_t>((first + slots * i / count) * align);
        part.hi[axis] = std::min(plane, piece.hi[axis]);
        cut.push_back(part);
        part.lo[axis] = part.hi[axis];
      }
    }
    pieces.swap(cut);
  }
  return pieces;
}

#define EVENKEEL_INSTANTIATE(D)                                              \
  template void subtract<D>(const Box<D>&, const Box<D>&, BoxList<D>&);      \
  template BoxList<D> difference<D>(const BoxList<D>&, const BoxList<D>&);   \
  template BoxList<D> complement<D>(const Box<D>&, const BoxList<D>&);       \
  template BoxList<D> intersection<D>(const BoxList<D>&, const BoxList<D>&); \
  template void coalesce<D>(BoxList<D>&);                                    \
  template std::int64_t volume<D>(const BoxList<D>&);                        \
  template bool disjoint<D>(const BoxList<D>&);                              \
  template BoxList<D> make_disjoint<D>(const BoxList<D>&);                   \
  template BoxList<D> chop<D>(const Box<D>&, std::int32_t, std::int32_t);
EVENKEEL_INSTANTIATE(1)
EVENKEEL_INSTANTIATE(2)
EVENKEEL_INSTANTIATE(3)
#undef EVENKEEL_INSTANTIATE

}  // namespace evenkeel::geometry
