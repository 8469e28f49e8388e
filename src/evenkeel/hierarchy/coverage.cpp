// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Carves boxes out of a region.
#include "evenkeel/hierarchy/coverage.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace evenkeel::hierarchy {
namespace {

/// As intersects(), without a branch for each axis. \pre both have cells
template <int D>
bool meet(const geometry::Box<D>& a, const geometry::Box<D>& b) {
  std::int32_t apart = std::numeric_limits<std::int32_t>::min();
  for (std::size_t d = 0; d < D; ++d) {
    apart = std::max({apart, a.lo[d] - b.hi[d], b.lo[d] - a.hi[d]});
  }
  return apart < 0;
}

/// Appends \p from without \p hole, which it meets, cut along the last axis first so that rows stay
/// long.
template <int D>
void carve(geometry::Box<D> from, const geometry::Box<D>& hole, geometry::BoxList<D>& out) {
  const geometry::Box<D> common = from.intersect(hole);
  for (std::size_t d = D; d-- > 0;) {
    if (from.lo[d] < common.lo[d]) {
      out.push_back(from);
      out.back().hi[d] = common.lo[d];
    }
    if (common.hi[d] < from.hi[d]) {
      out.push_back(from);
      out.back().lo[d] = common.hi[d];
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
    for (std::size_t i = out.size(); i-- > 0;) {  // what is put in place i has been looked at
      if (meet(out[i], hole)) {
        const geometry::Box<D> part = out[i];
        out[i] = out.back();
        out.pop_back();
        carve(part, hole, out);
      }
    }
  }
  geometry::coalesce(out);
}

template class Coverage<1>;
template class Coverage<2>;
template class Coverage<3>;

}  // namespace evenkeel::hierarchy
