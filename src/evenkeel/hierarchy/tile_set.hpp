// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Sets of tiles, 64 to a word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::hierarchy {

/// A cube of 64 tiles: bit x + side (y + side z) is the tile at at + (x, y, z).
template <int D>
struct TileBlock {
  static constexpr int kBits = 6 / D;  ///< side = 2^kBits: 64, 8, 4 in 1, 2, 3 dimensions
  static constexpr std::int32_t kSide = 1 << kBits;

  geometry::Index<D> at{};  ///< first tile; multiples of kSide
  std::uint64_t tiles = 0;

  geometry::Box<D> box() const {
    geometry::Box<D> all{at, at};
    for (std::int32_t& end : all.hi) {
      end += kSide;
    }
    return all;
  }
  std::int64_t count() const { return std::popcount(tiles); }
};

/// The tiles of a block whose offset along \p axis is below \p end, 0 <= end <= side.
template <int D>
constexpr std::uint64_t tiles_below(std::size_t axis, std::int32_t end) {
  constexpr std::int32_t kSide = TileBlock<D>::kSide;
  std::uint64_t mask = 0;
  for (std::int32_t tile = 0; tile < 64; ++tile) {
    const std::int32_t offset = (tile >> (static_cast<int>(axis) * TileBlock<D>::kBits)) % kSide;
    mask |= offset < end ? std::uint64_t{1} << tile : 0;
  }
  return mask;
}

/// tiles_below of every axis and end.
template <int D>
inline constexpr auto kTilesBelow = [] {
  constexpr std::size_t kEnds = static_cast<std::size_t>(TileBlock<D>::kSide) + 1;
  std::array<std::array<std::uint64_t, kEnds>, static_cast<std::size_t>(D)> masks{};
  for (std::size_t d = 0; d < D; ++d) {
    for (std::size_t end = 0; end < kEnds; ++end) {
      masks[d][end] = tiles_below<D>(d, static_cast<std::int32_t>(end));
    }
  }
  return masks;
}();

/// The tiles of the block at \p at inside \p box.
template <int D>
std::uint64_t tiles_inside(const geometry::Index<D>& at, const geometry::Box<D>& box) {
  std::uint64_t mask = ~std::uint64_t{0};
  for (std::size_t d = 0; d < D; ++d) {
    const auto clamp = [&](std::int32_t end) {
      return static_cast<std::size_t>(std::min(std::max(end - at[d], 0), TileBlock<D>::kSide));
    };
    mask &= kTilesBelow<D>[d][clamp(box.hi[d])] & ~kTilesBelow<D>[d][clamp(box.lo[d])];
  }
  return mask;
}

/// A set of tiles with no negative coordinate, kept as the blocks that have any.
template <int D>
class TileSet {
 public:
  TileSet() : slots_(64, -1) {}

  void add(const geometry::Box<D>& tiles);

  /// Adds the tiles of a block.
  void merge(const TileBlock<D>& block);

  std::span<const TileBlock<D>> blocks() const { return blocks_; }

 private:
  std::size_t slot_of(const geometry::Index<D>& at) const;
  void grow();

  std::vector<TileBlock<D>> blocks_;
  std::vector<std::int32_t> slots_;  ///< open-addressed: positions in blocks_, -1 where free
};

}  // namespace evenkeel::hierarchy
