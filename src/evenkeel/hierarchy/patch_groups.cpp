// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches joined along axis 0 to strips, strips along axis 1 to rectangles, those along axis 2.
#include "evenkeel/hierarchy/patch_groups.hpp"

#include <algorithm>
#include <limits>

#include "evenkeel/geometry/beside.hpp"

namespace evenkeel::hierarchy {
namespace {

using geometry::Box;

constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();

/// Patches that are to be one group: count of them from first on in a list, axis 0 fastest.
template <int D>
struct Joined {
  Box<D> box;
  std::size_t first = 0;
  std::size_t count = 0;
};

template <int D>
std::int32_t longest_along(std::size_t axis) {
  constexpr std::int32_t kRow = PatchGroups<D>::kLongestSide;
  return axis == 0 ? kRow : axis + 1 == static_cast<std::size_t>(D) ? 4 * kRow : kRow / 2;
}

template <int D>
class Joiner {
 public:
  Joiner(std::span<const storage::Patch<D>> patches, std::span<const std::size_t> kinds, int ghosts,
         std::int64_t most_cells)
      : patches_(patches), kinds_(kinds), ghosts_(ghosts), most_cells_(most_cells) {
    groups_.reserve(patches.size());
    order_.reserve(patches.size());
    for (std::size_t p = 0; p < patches.size(); ++p) {
      groups_.push_back({patches[p].box, p, 1});
      order_.push_back(p);
    }
  }

  void join_along(std::size_t axis) {
    std::ranges::sort(groups_, [axis](const Joined<D>& a, const Joined<D>& b) {
      const std::int32_t order = geometry::compare_beside<D>(a.box, b.box, axis);
      return order != 0 ? order < 0 : a.box.lo[axis] < b.box.lo[axis];
    });
    std::vector<Joined<D>> joined;
    std::vector<std::size_t> order;
    joined.reserve(groups_.size());
    order.reserve(order_.size());
    std::size_t unit = 0;  // patches of each group that went into the last one
    for (const Joined<D>& group : groups_) {
      const std::span<const std::size_t> patches = patches_of(group);
      const bool fits = !joined.empty() && unit == group.count &&
                        fit(joined.back().box, std::span(order).subspan(joined.back().first),
                            group.box, patches, axis);
      if (fits) {
        joined.back().box.hi[axis] = group.box.hi[axis];
        joined.back().count += group.count;
      } else {
        unit = group.count;
        joined.push_back({group.box, order.size(), group.count});
      }
      order.insert(order.end(), patches.begin(), patches.end());
    }
    groups_.swap(joined);
    order_.swap(order);
  }

  /// Along the curve again: groups after one another share what is in the caches.
  std::span<const Joined<D>> groups() {
    std::ranges::sort(groups_, {}, [this](const Joined<D>& group) { return order_[group.first]; });
    return groups_;
  }

  std::span<const std::size_t> patches_of(const Joined<D>& group) const {
    return std::span(order_).subspan(group.first, group.count);
  }

 private:
  bool fit(const Box<D>& box, std::span<const std::size_t> group, const Box<D>& next_box,
           std::span<const std::size_t> next, std::size_t axis) const {
    Box<D> both = box;
    both.hi[axis] = next_box.hi[axis];
    return box.hi[axis] == next_box.lo[axis] &&
           geometry::compare_beside<D>(box, next_box, axis) == 0 &&
           patches_[group.back()].box.side(axis) >= ghosts_ &&
           patches_[next.front()].box.side(axis) >= ghosts_ &&
           kinds_[group.front()] == kinds_[next.front()] &&
           group.size() + next.size() <= PatchGroups<D>::kMostPatches &&
           both.side(axis) <= longest_along<D>(axis) && both.volume() <= most_cells_ &&
           std::equal(next.begin(), next.end(), group.begin(), [&](std::size_t a, std::size_t b) {
             return geometry::compare_beside<D>(patches_[a].box, patches_[b].box, axis) == 0;
           });
  }

  std::span<const storage::Patch<D>> patches_;
  std::span<const std::size_t> kinds_;
  int ghosts_;
  std::int64_t most_cells_;
  std::vector<Joined<D>> groups_;
  std::vector<std::size_t> order_;
};

}  // namespace

template <int D>
PatchGroups<D>::PatchGroups(std::span<const storage::Patch<D>> patches,
                            std::span<const std::size_t> kinds, int ghosts, std::int64_t most_cells)
    : not_beyond_(patches.size()) {
  Joiner<D> joiner(patches, kinds, ghosts, most_cells);
  for (std::size_t axis = 0; axis < D; ++axis) {
    joiner.join_along(axis);
  }
  order_.reserve(patches.size());
  const std::span<const Joined<D>> groups = joiner.groups();
  start_.reserve(groups.size() + 1);
  for (const Joined<D>& group : groups) {
    const std::span<const std::size_t> joined = joiner.patches_of(group);
    for (const std::size_t patch : joined) {
      const Box<D>& box = patches[patch].box;
      for (std::size_t d = 0; d < D; ++d) {
        not_beyond_[patch].lo[d] = box.lo[d] == group.box.lo[d] ? -kFar : box.lo[d];
        not_beyond_[patch].hi[d] = box.hi[d] == group.box.hi[d] ? kFar : box.hi[d];
      }
    }
    order_.insert(order_.end(), joined.begin(), joined.end());
    start_.push_back(order_.size());
  }
}

template class PatchGroups<1>;
template class PatchGroups<2>;
template class PatchGroups<3>;

}  // namespace evenkeel::hierarchy
