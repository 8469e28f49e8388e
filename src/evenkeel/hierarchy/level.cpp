// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Makes the patches of a level.
#include "evenkeel/hierarchy/level.hpp"

#include <algorithm>
#include <utility>

#include "evenkeel/core/error.hpp"

namespace evenkeel::hierarchy {

std::vector<std::int32_t> local_places(std::span<const int> owners, int rank) {
  std::vector<std::int32_t> places(owners.size(), -1);
  std::int32_t next = 0;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    if (owners[i] == rank) {
      places[i] = next++;
    }
  }
  return places;
}

void include_local(std::span<const int> owners, int rank, std::vector<std::int32_t>& boxes) {
  std::vector<bool> is_meant(owners.size(), false);
  for (const std::int32_t box : boxes) {
    is_meant[static_cast<std::size_t>(box)] = true;
  }
  boxes.clear();
  boxes.reserve(owners.size());
  for (std::size_t i = 0; i < owners.size(); ++i) {
    if (owners[i] == rank || is_meant[i]) {
      boxes.push_back(static_cast<std::int32_t>(i));
    }
  }
}

template <int D>
Level<D>::Level(int number, LevelLayout<D> layout, int rank)
    : number_(number), layout_(std::move(layout)), search_(layout_.boxes) {
  EVENKEEL_EXPECT(layout_.owners.size() == layout_.boxes.size());
  patches_.reserve(static_cast<std::size_t>(std::ranges::count(layout_.owners, rank)));
  for (std::size_t i = 0; i < layout_.boxes.size(); ++i) {
    cells_ += layout_.boxes[i].volume();
    if (layout_.owners[i] == rank) {
      storage::Patch<D>& patch = patches_.emplace_back();
      patch.level = number;
      patch.box = layout_.boxes[i];
      patch.index = static_cast<std::int32_t>(i);
    }
  }
  refresh_views();
}

template <int D>
void Level<D>::refresh_views() {
  state_views_.clear();
  old_views_.clear();
  rate_views_.clear();
  state_views_.reserve(patches_.size());
  old_views_.reserve(patches_.size());
  for (const storage::Patch<D>& patch : patches_) {
    state_views_.push_back(patch.state.view());
    old_views_.push_back(patch.before().view());
    if (!patch.rate.is_empty()) {
      rate_views_.push_back(patch.rate.view());
    }
  }
}

template class Level<1>;
template class Level<2>;
template class Level<3>;

}  // namespace evenkeel::hierarchy
