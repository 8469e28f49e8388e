// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Carves boxes out of a region.
#include "evenkeel/hierarchy/coverage.hpp"

#include <algorithm>
#include <iterator>
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
void Coverage<D>::find(const geometry::Box<D>& region, geometry::BoxList<D>& met) const {
  met.clear();
  for_each(region, [&](std::int32_t box, const geometry::Index<D>& shift) {
    met.push_back(level_->layout().boxes[static_cast<std::size_t>(box)].shift(shift));
  });
}

template <int D>
bool Coverage<D>::covers(const geometry::Box<D>& region,
                         std::span<const geometry::Box<D>> met) const {
  const geometry::Box<D> wanted = reachable(region);
  std::int64_t left = wanted.volume();
  for (const geometry::Box<D>& box : met) {
    left -= box.intersect(wanted).volume();
  }
  return left == 0;
}

template <int D>
bool Coverage<D>::covers(const geometry::Box<D>& region) const {
  find(reachable(region), met_);
  return covers(region, met_);
}

template <int D>
void Coverage<D>::uncovered(const geometry::Box<D>& region, geometry::BoxList<D>& out) const {
  find(reachable(region), met_);
  uncovered(region, met_, out);
}

template <int D>
void Coverage<D>::uncovered(const geometry::Box<D>& region, std::span<const geometry::Box<D>> met,
                            geometry::BoxList<D>& out) const {
  out.clear();
  if (covers(region, met)) {
    return;
  }
  out.push_back(reachable(region));
  holes_.clear();
  std::ranges::copy_if(met, std::back_inserter(holes_),
                       [&](const geometry::Box<D>& box) { return box.intersects(out.front()); });
  std::ranges::sort(holes_);
  for (const geometry::Box<D>& hole : holes_) {
    parts_.clear();
    for (const geometry::Box<D>& part : out) {
      carve(part, hole, parts_);
    }
    out.swap(parts_);
  }
  geometry::coalesce(out);
}

template class Coverage<1>;
template class Coverage<2>;
template class Coverage<3>;

}  // namespace evenkeel::hierarchy
