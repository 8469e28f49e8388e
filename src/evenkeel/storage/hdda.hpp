// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The hierarchical distributed dynamic array: patches of all levels by their place on the curve.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/box.hpp"
#include "evenkeel/geometry/curve.hpp"
#include "evenkeel/storage/extendible_hash.hpp"

namespace evenkeel::storage {

/// Where the values of a box are.
template <int D>
struct HddaEntry {
  int level = 0;
  geometry::Box<D> box;   ///< index space of the level
  std::int32_t slot = 0;  ///< the caller's: position of the patch in its list

  bool operator==(const HddaEntry&) const = default;
};

/// Keys first <= key <= last.
struct KeyRange {
  geometry::HddaKey first = 0;
  geometry::HddaKey last = ~geometry::HddaKey{0};
};

/// Cells of a level along an axis that can be counted: as many again, in a periodic image, and
/// ghosts beyond them still have indices.
inline constexpr std::int32_t kMostCells = std::int32_t{1} << 29;

/// How many levels, the base included, indices and keys can tell apart over a base of \p cells.
int most_levels(std::span<const std::int32_t> cells, int ratio);

/// The directory of the patches a rank holds, all levels together.  (Parashar, Browne 1996)
///
/// A patch is named by the key of its lower corner on the curve through all cells of all levels:
/// keys ascend depth first, so a base block and everything refined above it is one range of keys,
/// and a rank's share of the domain is one range too. Where 58 bits cannot tell all cells of the
/// finest level apart, the lattice of the curve has blocks of quantum() cells, on every level.
/// Ratios that are no power of two leave keys unused. Not thread-safe; no allocation in look-ups.
template <int D>
class Hdda {
 public:
  using Key = geometry::HddaKey;

  /// \param cells       base cells along each axis
  /// \param ratio       refinement between neighbouring levels, 2 to 4
  /// \param max_levels  base included, at most most_levels()
  /// \param slow_axis   axis along which the curve advances last
  Hdda(const geometry::Index<D>& cells, int ratio, int max_levels,
       geometry::CurveKind kind = geometry::CurveKind::hilbert,
       int slow_axis = geometry::Curve<D>::kLongestAxis);

  /// Side of the blocks that keys tell apart [cells of their level]; a power of two, mostly 1.
  std::int32_t quantum() const { return std::int32_t{1} << quantum_bits_; }

  /// Key of the block with \p cell of \p level. \pre the domain contains cell
  Key key(int level, const geometry::Index<D>& cell) const;

  /// The keys of the base-level block of 2^\p bits cells a side, aligned to its size, that holds
  /// \p base_cell, and of everything refined above it.
  KeyRange column(const geometry::Index<D>& base_cell, int bits) const {
    return range_of(0, block_of(0, base_cell), bits > quantum_bits_ ? bits - quantum_bits_ : 0);
  }

  std::size_t size() const { return entries_.size(); }
  void clear();

  /// Adds a patch. \returns its key
  /// \pre no other entry of its level has its lower corner in the same block
  Key insert(const HddaEntry<D>& entry);

  /// False if \p key names no entry.
  bool erase(Key key) { return entries_.erase(key); }

  /// Null if \p key names no entry. Valid until the next change.
  const HddaEntry<D>* find(Key key) const { return entries_.find(key); }

  /// The entry of \p level whose box holds \p cell, null if there is none.
  ///
  /// Cost: the entries, of this level and finer, in at most 2^D aligned blocks about as large as
  /// the largest patch of the level: the lower corner must be in one of them. Valid until the next
  /// change.
  const HddaEntry<D>* containing(int level, const geometry::Index<D>& cell) const;

  /// Calls visit(key, entry) in depth-first curve order.
  template <class Visit>
  void for_range(const KeyRange& range, const Visit& visit) const {
    entries_.for_range(range.first, range.last, visit);
  }

  /// Takes out all entries of \p range, in depth-first curve order: what migrates when the range
  /// changes hands.
  std::vector<HddaEntry<D>> extract_range(const KeyRange& range);

 private:
  /// How the lattice of the curve lies on the cells.
  struct Lattice {
    geometry::Index<D> blocks{};
    int quantum_bits = 0;
    int cube_bits = 0;  ///< the chain has cubes of 2^cube_bits blocks a side on level 0
  };
  static Lattice fit(const geometry::Index<D>& cells, int level_bits, int slow_axis);
  Hdda(const Lattice& lattice, int ratio, int max_levels, geometry::CurveKind kind, int slow_axis);

  int level_bits(int level) const { return level * bits_per_level_; }
  geometry::Index<D> block_of(int level, const geometry::Index<D>& cell) const;
  /// Keys of level and finer in the aligned 2^bits blocks a side around \p block.
  KeyRange range_of(int level, const geometry::Index<D>& block, int bits) const;

  geometry::Curve<D> curve_;
  int quantum_bits_;
  int cube_bits_;
  int ratio_;
  int bits_per_level_;
  ExtendibleHash<HddaEntry<D>> entries_;
  std::vector<std::int32_t> longest_;  ///< longest side of a patch so far, per level [cells]
};

}  // namespace evenkeel::storage
