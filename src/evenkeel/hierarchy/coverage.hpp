// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What part of a region the boxes of a level and their periodic images cover.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/periodic.hpp"
#include "evenkeel/hierarchy/level.hpp"
#include "evenkeel/hierarchy/mesh.hpp"

namespace evenkeel::hierarchy {

/// Looks at one level through the periodic boundaries of the domain. Outlived by the level.
template <int D>
class Coverage {
 public:
  Coverage(const Mesh<D>& mesh, const Level<D>& level);

  /// The part of \p region that is not beyond a physical boundary.
  geometry::Box<D> reachable(const geometry::Box<D>& region) const;

  /// The zero shift first, then those of the periodic images. [cells]
  std::span<const geometry::Index<D>> shifts() const { return shifts_; }

  /// Calls visit(std::int32_t box, const Index<D>& shift) for every box whose image under the
  /// shift meets \p region.
  template <class Visit>
  void for_each(const geometry::Box<D>& region, const Visit& visit) const;

  /// Boxes of \p rank, and those of others whose images meet reach(box) for some local patch of
  /// \p from; ascending. \param reach  takes a box of that level to a region of this one
  template <class Reach>
  std::vector<std::int32_t> local_and_reached(int rank, const Level<D>& from,
                                              const Reach& reach) const;

  /// Replaces \p met by the boxes and images that meet \p region.
  void find(const geometry::Box<D>& region, geometry::BoxList<D>& met) const;

  /// True when boxes and images hold every reachable cell of \p region.
  bool covers(const geometry::Box<D>& region) const;

  /// The same, given \p met, the boxes and images that meet \p region; others may be among them.
  bool covers(const geometry::Box<D>& region, std::span<const geometry::Box<D>> met) const;

  /// Replaces \p out by the reachable cells of \p region outside boxes and images: disjoint boxes,
  /// long along axis 0. Depends on the covered cells and the boxes met, not on their order.
  void uncovered(const geometry::Box<D>& region, geometry::BoxList<D>& out) const;

  /// The same, given \p met as above.
  void uncovered(const geometry::Box<D>& region, std::span<const geometry::Box<D>> met,
                 geometry::BoxList<D>& out) const;

 private:
  const Level<D>* level_;
  geometry::Box<D> domain_;
  geometry::Box<D> bounds_;  ///< the domain, without limits along periodic axes
  std::vector<geometry::Index<D>> shifts_;
  // Memory that calls share.
  mutable geometry::BoxList<D> met_;
  mutable geometry::BoxList<D> holes_;
};

template <int D>
template <class Visit>
void Coverage<D>::for_each(const geometry::Box<D>& region, const Visit& visit) const {
  for (const geometry::Index<D>& shift : shifts_) {
    geometry::Box<D> query = region;
    for (std::size_t d = 0; d < D; ++d) {
      query.lo[d] -= shift[d];
      query.hi[d] -= shift[d];
    }
    if (query.intersects(domain_)) {
      level_->search().for_each(query, [&](std::int32_t box) { visit(box, shift); });
    }
  }
}

template <int D>
template <class Reach>
std::vector<std::int32_t> Coverage<D>::local_and_reached(int rank, const Level<D>& from,
                                                         const Reach& reach) const {
  const std::vector<int>& owners = level_->layout().owners;
  std::vector<std::int32_t> boxes;
  if (level_->patches().size() < owners.size()) {  // else there are no others
    for (const storage::Patch<D>& patch : from.patches()) {
      for_each(reach(patch.box), [&](std::int32_t box, const geometry::Index<D>&) {
        if (owners[static_cast<std::size_t>(box)] != rank) {
          boxes.push_back(box);
        }
      });
    }
  }
  include_local(owners, rank, boxes);
  return boxes;
}

}  // namespace evenkeel::hierarchy
