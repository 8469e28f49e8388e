// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Carves boxes out of a region.
#include "evenkeel/hierarchy/coverage.hpp"

#include <algorithm>
#include <limits>

namespace evenkeel::hierarchy {
namespace {

/// Appends \p from without \p hole, cut along the last axis first so that rows stay long.
template <int D>
void carve(geometry::Box<D> from, const geometry::Box<D>& hole, geometry::BoxList<D>& out) {
  const geometry::Box<D> common = from.intersect(hole);
  if (common.is_empty()) {
    out.push_back(from);
    return;
  }
  for (std::size_t d = D; d-- > 0;) {
    geometry::Box<D> part = from;
    part.hi[d] = common.lo[d];
    if (!part.is_empty()) {
      out.push_back(part);
    }
    part = from;
    part.lo[d] = common.hi[d];
    if (!part.is_empty()) {
      out.push_back(part);
    }
    from.lo[d] = common.lo[d];
    from.hi[d] = common.hi[d];
  }
}

}  // namespace

template <int D>
Coverage<D>::Coverage(const Mesh<D>& mesh, const Level<D>& level)
    : level_(&level),
      domain_(mesh.domain(level.number())),
      bounds_(domain_),
      shifts_(geometry::periodic_shifts<D>(domain_, mesh.periodic)) {
  constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max() / 2;
  for (std::size_t d = 0; d < D; ++d) {
    if (mesh.periodic[d]) {
      bounds_.lo[d] = -kFar;
      bounds_.hi[d] = kFar;
    }
  }
}

template <int D>
geometry::Box<D> Coverage<D>::reachable(const geometry::Box<D>& region) const {
  return region.intersect(bounds_);
}

template <int D>
bool Coverage<D>::covers(const geometry::Box<D>& region) const {
  const geometry::Box<D> wanted = reachable(region);
  std::int64_t cells = 0;
  for_each(wanted, [&](std::int32_t box, const geometry::Index<D>& shift) {
    const geometry::Box<D>& met = level_->layout().boxes[static_cast<std::size_t>(box)];
    cells += met.shift(shift).intersect(wanted).volume();
  });
  return cells == wanted.volume();
}

template <int D>
void Coverage<D>::uncovered(const geometry::Box<D>& region, geometry::BoxList<D>& out) const {
  out = {reachable(region)};
  std::int64_t left = out.front().volume();
  geometry::BoxList<D> holes;
  for_each(out.front(), [&](std::int32_t box, const geometry::Index<D>& shift) {
    holes.push_back(level_->layout().boxes[static_cast<std::size_t>(box)].shift(shift));
    left -= holes.back().intersect(out.front()).volume();
  });
  if (left == 0) {
    out.clear();
    return;
  }
  std::ranges::sort(holes);
  geometry::BoxList<D> parts;
  for (const geometry::Box<D>& hole : holes) {
    parts.clear();
    for (const geometry::Box<D>& part : out) {
      carve(part, hole, parts);
    }
    out.swap(parts);
  }
  geometry::coalesce(out);
}

template class Coverage<1>;
template class Coverage<2>;
template class Coverage<3>;

}  // namespace evenkeel::hierarchy
