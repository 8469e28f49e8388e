// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Patches of one rank that are advanced as one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "evenkeel/storage/patch.hpp"

namespace evenkeel::hierarchy {

/// Which patches lie side by side so that together they are a box, cut straight through.
///
/// Rows of a group are long where rows of its patches are short, and the ghosts between its patches
/// need not be filled.
template <int D>
class PatchGroups {
 public:
  static constexpr std::size_t kMostPatches = 256;
  /// So many cells are advanced as one, where messages travel: 3 ms of a gas on one processor. In
  /// 3-D, where it may take 30 ms, messages are looked at between planes, too.
  static constexpr std::int64_t kMostCells = 1 << 17;
  static constexpr std::int64_t kAnyCells = std::numeric_limits<std::int64_t>::max();
  /// Temporary rows of a longer group would not stay in the second cache. In 3-D there are planes,
  /// whose second side is at most half of this. Along the last axis a group may be four times as
  /// long: nothing temporary is.
  static constexpr std::int32_t kLongestSide = D == 3 ? 64 : 256;

  PatchGroups() = default;

  /// Not collective. Cost: O(patches log).
  ///
  /// \param kinds   shape [patches]; patches of different kinds are not joined
  /// \param ghosts  around each patch; one that is thinner is not joined along that axis: a wall on
  ///                its one side mirrors ghosts on the other
  /// \param most_cells  of a group
  PatchGroups(std::span<const storage::Patch<D>> patches, std::span<const std::size_t> kinds,
              int ghosts, std::int64_t most_cells = kAnyCells);

  std::size_t size() const { return start_.size() - 1; }

  /// Positions of the patches of one group, axis 0 fastest.
  std::span<const std::size_t> operator[](std::size_t group) const {
    return std::span(order_).subspan(start_[group], start_[group + 1] - start_[group]);
  }

  /// \p region, of ghosts of the patch at position \p patch, without what lies along some axis on a
  /// side where the group goes on: what is advanced there are other patches.
  geometry::Box<D> without_between(std::size_t patch, const geometry::Box<D>& region) const {
    return region.intersect(not_beyond_[patch]);
  }

 private:
  std::vector<std::size_t> order_;
  std::vector<std::size_t> start_ = {0};      ///< [groups + 1] in order
  std::vector<geometry::Box<D>> not_beyond_;  ///< [patches] its box, far away where the group ends
};

}  // namespace evenkeel::hierarchy
