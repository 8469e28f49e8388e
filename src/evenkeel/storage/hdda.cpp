// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Keys of patches, and which ranges of them to look at.
#include "evenkeel/storage/hdda.hpp"

#include <algorithm>
#include <bit>

#include "evenkeel/core/error.hpp"

namespace evenkeel::storage {
namespace {

using geometry::bits_for;
using geometry::Index;

constexpr int kKeyBits = 64 - geometry::kHddaLevelBits;
constexpr int kIndexBits = 31;

/// \p cell of a level whose \p ratio is a power of two or not, on a lattice where every level has
/// 2^\p bits places for each of the one below: the digits of the refined part are spread.
std::int32_t spread(std::int32_t cell, int ratio, int bits, int level) {
  if (level == 0) {
    return cell;
  }
  return (spread(cell / ratio, ratio, bits, level - 1) << bits) + cell % ratio;
}

}  // namespace

int most_levels(std::span<const std::int32_t> cells, int ratio) {
  const auto axes = static_cast<int>(cells.size());
  std::int64_t longest = std::ranges::max(cells);
  int levels = 0;
  while (longest <= kMostCells && axes * levels * bits_for(ratio) <= kKeyBits &&
         levels * bits_for(ratio) <= kIndexBits) {
    longest *= ratio;
    ++levels;
  }
  return levels;
}

template <int D>
auto Hdda<D>::fit(const Index<D>& cells, int level_bits, int slow_axis) -> Lattice {
  auto slow = static_cast<std::size_t>(slow_axis);
  if (slow_axis < 0) {
    slow = static_cast<std::size_t>(std::max_element(cells.begin(), cells.end()) - cells.begin());
  }
  Lattice lattice{cells};
  for (;; ++lattice.quantum_bits) {
    EVENKEEL_EXPECT(lattice.quantum_bits < kIndexBits);
    lattice.cube_bits = 0;
    for (std::size_t d = 0; d < D; ++d) {
      lattice.blocks[d] = ((cells[d] - 1) >> lattice.quantum_bits) + 1;
      if (d != slow) {
        lattice.cube_bits = std::max(lattice.cube_bits, bits_for(lattice.blocks[d]));
      }
    }
    const int chain = bits_for(((lattice.blocks[slow] - 1) >> lattice.cube_bits) + 1);
    const int side = lattice.cube_bits + level_bits;
    if (chain + D * side <= kKeyBits && chain + side <= kIndexBits) {
      return lattice;
    }
  }
}

template <int D>
Hdda<D>::Hdda(const Index<D>& cells, int ratio, int max_levels, geometry::CurveKind kind,
              int slow_axis)
    : Hdda(fit(cells, (max_levels - 1) * bits_for(ratio), slow_axis), ratio, max_levels, kind,
           slow_axis) {}

template <int D>
Hdda<D>::Hdda(const Lattice& lattice, int ratio, int max_levels, geometry::CurveKind kind,
              int slow_axis)
    : curve_(lattice.blocks, kind, slow_axis),
      quantum_bits_(lattice.quantum_bits),
      cube_bits_(lattice.cube_bits),
      ratio_(ratio),
      bits_per_level_(bits_for(ratio)),
      longest_(static_cast<std::size_t>(max_levels), 0) {}

template <int D>
Index<D> Hdda<D>::block_of(int level, const Index<D>& cell) const {
  Index<D> block;
  for (std::size_t d = 0; d < D; ++d) {
    const bool is_even = ratio_ == 1 << bits_per_level_;
    const std::int32_t place = is_even ? cell[d] : spread(cell[d], ratio_, bits_per_level_, level);
    block[d] = place >> quantum_bits_;
  }
  return block;
}

template <int D>
auto Hdda<D>::key(int level, const Index<D>& cell) const -> Key {
  return curve_.hdda_key(level_bits(level), block_of(level, cell));
}

template <int D>
KeyRange Hdda<D>::range_of(int level, const Index<D>& block, int bits) const {
  const int refined = level_bits(level);
  const int in_cube = std::min(bits, cube_bits_ + refined);
  const auto place_bits = static_cast<int>(std::bit_width(curve_.places() - 1));
  const int dropped = 64 - place_bits - D * refined + D * in_cube + (bits - in_cube);
  if (dropped >= 64) {
    return {static_cast<Key>(refined)};
  }
  const Key start = curve_.hdda_key(refined, block) >> dropped << dropped;
  return {start | static_cast<Key>(refined), start | ((Key{1} << dropped) - 1)};
}

template <int D>
void Hdda<D>::clear() {
  entries_.clear();
  std::ranges::fill(longest_, 0);
}

template <int D>
auto Hdda<D>::insert(const HddaEntry<D>& entry) -> Key {
  const Key name = key(entry.level, entry.box.lo);
  const bool is_new = entries_.insert(name, entry);
  EVENKEEL_EXPECT(is_new);
  std::int32_t& longest = longest_[static_cast<std::size_t>(entry.level)];
  for (std::size_t d = 0; d < D; ++d) {
    longest = std::max(longest, entry.box.side(d));
  }
  return name;
}

template <int D>
auto Hdda<D>::containing(int level, const Index<D>& cell) const -> const HddaEntry<D>* {
  const std::int32_t longest = longest_[static_cast<std::size_t>(level)];
  Index<D> least = cell;
  for (std::size_t d = 0; d < D; ++d) {
    least[d] = std::max(0, cell[d] - longest + 1);
  }
  const Index<D> from = block_of(level, least);
  const Index<D> to = block_of(level, cell);
  int bits = 0;
  for (std::size_t d = 0; d < D; ++d) {
    while ((to[d] >> bits) - (from[d] >> bits) > 1) {
      ++bits;
    }
  }
  const HddaEntry<D>* found = nullptr;
  for (unsigned corner = 0; corner < 1U << D && found == nullptr; ++corner) {
    Index<D> block = from;
    bool is_new = true;
    for (std::size_t d = 0; d < D; ++d) {
      if ((corner >> d & 1U) != 0) {
        block[d] = to[d];
        is_new = is_new && from[d] >> bits != to[d] >> bits;
      }
    }
    if (!is_new) {
      continue;
    }
    for_range(range_of(level, block, bits), [&](Key, const HddaEntry<D>& entry) {
      if (entry.level == level && entry.box.contains(cell)) {
        found = &entry;
      }
    });
  }
  return found;
}

template <int D>
std::vector<HddaEntry<D>> Hdda<D>::extract_range(const KeyRange& range) {
  std::vector<HddaEntry<D>> taken;
  std::vector<Key> keys;
  for_range(range, [&](Key name, const HddaEntry<D>& entry) {
    taken.push_back(entry);
    keys.push_back(name);
  });
  for (const Key name : keys) {
    entries_.erase(name);
  }
  return taken;
}

template class Hdda<1>;
template class Hdda<2>;
template class Hdda<3>;

}  // namespace evenkeel::storage
