// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// One refinement level: all its boxes, and the patches of this rank.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/geometry/box_search.hpp"
#include "evenkeel/storage/patch.hpp"

namespace evenkeel::hierarchy {

/// The boxes of one level and who owns each. Replicated on every rank, in curve order.
///
/// Owners may follow base-level columns (composite partitions) or differ from level to level.
template <int D>
struct LevelLayout {
  geometry::BoxList<D> boxes;  ///< disjoint, index space of the level
  std::vector<int> owners;     ///< shape [boxes]

  bool operator==(const LevelLayout&) const = default;
};

/// Place of every box among those of \p rank, -1 for the boxes of others. Shape [owners].
std::vector<std::int32_t> local_places(std::span<const int> owners, int rank);

/// Sorts \p boxes, drops what occurs twice, and adds all boxes of \p rank.
void include_local(std::span<const int> owners, int rank, std::vector<std::int32_t>& boxes);

/// One level on this rank.
template <int D>
class Level {
 public:
  /// The patches have no values yet. Not collective.
  /// \pre as many owners as boxes
  Level(int number, LevelLayout<D> layout, int rank);

  int number() const { return number_; }
  const LevelLayout<D>& layout() const { return layout_; }
  const geometry::BoxSearch<D>& search() const { return search_; }  ///< over layout().boxes

  /// Patches of this rank, in layout order.
  std::span<storage::Patch<D>> patches() { return patches_; }
  std::span<const storage::Patch<D>> patches() const { return patches_; }

  std::int64_t cells() const { return cells_; }  ///< on all ranks

  /// Views of the local patches, in patch order, rebuilt when patches change. For CopyPlan.
  std::span<const storage::View<D>> state_views() const { return state_views_; }
  std::span<const storage::View<D>> old_views() const { return old_views_; }
  std::span<const storage::View<D>> rate_views() const { return rate_views_; }  ///< or empty
  void refresh_views();

 private:
  int number_;
  LevelLayout<D> layout_;
  geometry::BoxSearch<D> search_;
  std::vector<storage::Patch<D>> patches_;
  std::vector<storage::View<D>> state_views_;
  std::vector<storage::View<D>> old_views_;
  std::vector<storage::View<D>> rate_views_;
  std::int64_t cells_ = 0;
};

}  // namespace evenkeel::hierarchy
