// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches joined along axis 0 to strips, strips along axis 1 to rectangles, those along axis 2.
#include "evenkeel/hierarchy/patch_groups.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace evenkeel::hierarchy {
namespace {

using geometry::Box;

constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();

/// Patches that are to be one group, axis 0 fastest.
template <int D>
struct Joined {
  Box<D> box;
  std::vector<std::size_t> patches;
};

/// Negative, zero or positive as \p a lies before \p b, beside it, or after it, were \p axis not
/// there.
template <int D>
int compare_beside(const Box<D>& a, const Box<D>& b, std::size_t axis) {
  for (std::size_t d = D; d-- > 0;) {
    for (const std::int32_t difference : {a.lo[d] - b.lo[d], a.hi[d] - b.hi[d]}) {
      if (d != axis && difference != 0) {
        return difference;
      }
    }
  }
  return 0;
}

template <int D>
class Joiner {
 public:
  Joiner(std::span<const storage::Patch<D>> patches, const std::vector<bool>& waits, int ghosts)
      : patches_(patches), waits_(waits), ghosts_(ghosts) {
    for (std::size_t p = 0; p < patches.size(); ++p) {
      groups_.push_back({patches[p].box, {p}});
    }
  }

  void join_along(std::size_t axis) {
    std::ranges::sort(groups_, [axis](const Joined<D>& a, const Joined<D>& b) {
      const int order = compare_beside<D>(a.box, b.box, axis);
      return order != 0 ? order < 0 : a.box.lo[axis] < b.box.lo[axis];
    });
    std::vector<Joined<D>> joined;
    std::size_t unit = 0;  // patches of each group that went into the last one
    for (Joined<D>& group : groups_) {
      if (!joined.empty() && fit(joined.back(), unit, group, axis)) {
        joined.back().box.hi[axis] = group.box.hi[axis];
        joined.back().patches.insert(joined.back().patches.end(), group.patches.begin(),
                                     group.patches.end());
      } else {
        unit = group.patches.size();
        joined.push_back(std::move(group));
      }
    }
    groups_ = std::move(joined);
  }

  /// Along the curve again: groups after one another share what is in the caches.
  std::vector<Joined<D>> take() {
    std::ranges::sort(groups_, {}, [](const Joined<D>& group) { return group.patches.front(); });
    return std::move(groups_);
  }

 private:
  bool fit(const Joined<D>& group, std::size_t unit, const Joined<D>& next,
           std::size_t axis) const {
    Box<D> both = group.box;
    both.hi[axis] = next.box.hi[axis];
    return group.box.hi[axis] == next.box.lo[axis] &&
           compare_beside<D>(group.box, next.box, axis) == 0 &&
           patches_[group.patches.back()].box.side(axis) >= ghosts_ &&
           patches_[next.patches.front()].box.side(axis) >= ghosts_ &&
           waits_[group.patches.front()] == waits_[next.patches.front()] &&
           group.patches.size() + next.patches.size() <= PatchGroups<D>::kMostPatches &&
           both.side(axis) <= PatchGroups<D>::kLongestSide &&
           both.volume() <= PatchGroups<D>::kMostCells && unit == next.patches.size() &&
           std::equal(next.patches.begin(), next.patches.end(), group.patches.begin(),
                      [&](std::size_t a, std::size_t b) {
                        return compare_beside<D>(patches_[a].box, patches_[b].box, axis) == 0;
                      });
  }

  std::span<const storage::Patch<D>> patches_;
  const std::vector<bool>& waits_;
  int ghosts_;
  std::vector<Joined<D>> groups_;
};

}  // namespace

template <int D>
PatchGroups<D>::PatchGroups(std::span<const storage::Patch<D>> patches,
                            const std::vector<bool>& waits, int ghosts)
    : not_beyond_(patches.size()) {
  Joiner<D> joiner(patches, waits, ghosts);
  for (std::size_t axis = 0; axis < D; ++axis) {
    joiner.join_along(axis);
  }
  for (const Joined<D>& group : joiner.take()) {
    for (const std::size_t patch : group.patches) {
      const Box<D>& box = patches[patch].box;
      for (std::size_t d = 0; d < D; ++d) {
        not_beyond_[patch].lo[d] = box.lo[d] == group.box.lo[d] ? -kFar : box.lo[d];
        not_beyond_[patch].hi[d] = box.hi[d] == group.box.hi[d] ? kFar : box.hi[d];
      }
    }
    order_.insert(order_.end(), group.patches.begin(), group.patches.end());
    start_.push_back(order_.size());
  }
}

template <int D>
bool PatchGroups<D>::is_between(std::size_t patch, const Box<D>& region) const {
  return !region.intersects(not_beyond_[patch]);
}

template class PatchGroups<1>;
template class PatchGroups<2>;
template class PatchGroups<3>;

}  // namespace evenkeel::hierarchy
