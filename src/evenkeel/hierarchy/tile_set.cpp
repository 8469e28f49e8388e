// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// A hash table of blocks.
#include "evenkeel/hierarchy/tile_set.hpp"

#include "evenkeel/storage/view.hpp"

namespace evenkeel::hierarchy {

template <int D>
std::size_t TileSet<D>::slot_of(const geometry::Index<D>& at) const {
  std::uint64_t hash = 0;
  for (std::size_t d = 0; d < D; ++d) {
    hash = (hash ^ static_cast<std::uint32_t>(at[d])) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32;
  }
  std::size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot] >= 0 && blocks_[static_cast<std::size_t>(slots_[slot])].at != at) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

template <int D>
void TileSet<D>::grow() {
  slots_.assign(2 * slots_.size(), -1);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    slots_[slot_of(blocks_[i].at)] = static_cast<std::int32_t>(i);
  }
}

template <int D>
void TileSet<D>::merge(const TileBlock<D>& block) {
  const std::size_t slot = slot_of(block.at);
  if (slots_[slot] >= 0) {
    blocks_[static_cast<std::size_t>(slots_[slot])].tiles |= block.tiles;
    return;
  }
  slots_[slot] = static_cast<std::int32_t>(blocks_.size());
  blocks_.push_back(block);
  if (2 * blocks_.size() > slots_.size()) {
    grow();
  }
}

template <int D>
void TileSet<D>::add(const geometry::Box<D>& tiles) {
  constexpr std::int32_t kSide = TileBlock<D>::kSide;
  storage::for_each_row(tiles.coarsen(kSide), [&](geometry::Index<D> at, std::int32_t count) {
    for (std::int32_t& corner : at) {
      corner *= kSide;
    }
    for (std::int32_t i = 0; i < count; ++i, at[0] += kSide) {
      merge({at, tiles_inside(at, tiles)});
    }
  });
}

template class TileSet<1>;
template class TileSet<2>;
template class TileSet<3>;

}  // namespace evenkeel::hierarchy
