// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Finds which of many boxes meet a given box, by hashing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::geometry {

/// A fixed list of boxes, arranged for intersection queries.
///
/// Boxes are sorted into classes by their longest side. A class has cubic bins no smaller than its
/// boxes; a box lies in one bin only, that of its lower corner, and a query looks at the bins it
/// reaches plus one below. 64 neighbouring bins make a brick; the bricks that hold a box are found
/// by a hash of their position, so empty space costs nothing, and bins in a row are one stretch of
/// memory. The boxes are copied. Queries allocate nothing and may run concurrently.
/// Cost: O(boxes) to build, O(2^D + hits) for a query as large as the boxes.
template <int D>
class BoxSearch {
 public:
  /// \pre no coordinate or side exceeds 2^29 in magnitude
  explicit BoxSearch(std::span<const Box<D>> boxes);

  /// Calls visit(std::int32_t index) once for each box that shares a cell with \p query, in an
  /// order that is deterministic but not ascending.
  template <class Visit>
  void for_each(const Box<D>& query, const Visit& visit) const;

  /// Replaces \p hits by the ascending indices of the boxes that share a cell with \p query.
  void find(const Box<D>& query, std::vector<std::int32_t>& hits) const;

  /// True when some box shares a cell with \p query.
  bool meets(const Box<D>& query) const;

  /// True when the union of the boxes holds every cell of \p query.
  bool covers(const Box<D>& query) const;

  /// Boxes that for_each compares with \p query, to test its cost.
  std::int64_t candidates(const Box<D>& query) const;

 private:
  static constexpr int kBrickShift = 6 / D;  ///< a brick has 2^kBrickShift bins along each axis
  static constexpr std::size_t kBrickBins = std::size_t{1} << (kBrickShift * D);

  struct SizeClass {
    int shift = 0;           ///< bin side is 2^shift cells
    std::int32_t first = 0;  ///< its bricks are first .. last of bricks_
    std::int32_t last = 0;
    Box<D> corners{};  ///< hull of the lower corners
  };
  struct Brick {
    std::int32_t size_class;
    Index<D> at;
  };

  static Index<D> shifted(const Index<D>& cell, int shift);
  std::size_t slot(const Brick& brick) const;
  std::vector<std::int32_t> make_classes(std::span<const Box<D>> boxes);
  std::size_t bin_of(const Box<D>& box, std::int32_t size_class);
  void fill_bins(std::span<const Box<D>> boxes, const std::vector<std::int32_t>& by_class);

  /// Calls run(first, last) for each stretch of entries that may meet \p query.
  template <class Run>
  void for_each_run(const Box<D>& query, const Run& run) const;
  template <class Run>
  void for_each_run_in_class(const SizeClass& size_class, const Box<D>& bins, const Run& run) const;
  template <class Run>
  void for_each_run_in_brick(std::int32_t brick, const Box<D>& bins, const Run& run) const;

  std::vector<SizeClass> classes_;
  std::vector<Brick> bricks_;        ///< class by class
  std::vector<std::int32_t> table_;  ///< hash table of bricks, -1: free; size a power of two
  std::vector<std::int32_t> start_;  ///< [bricks][bins] first entry; one more at the end
  std::vector<Box<D>> boxes_;        ///< non-empty boxes, bin by bin
  std::vector<std::int32_t> index_;  ///< place of boxes_[entry] in the caller's list
};

template <int D>
Index<D> BoxSearch<D>::shifted(const Index<D>& cell, int shift) {
  Index<D> result;
  for (std::size_t d = 0; d < D; ++d) {
    result[d] = cell[d] >> shift;  // rounds down for negative cells too
  }
  return result;
}

/// The slot of table_ that holds \p brick, or the free one where it belongs.
template <int D>
std::size_t BoxSearch<D>::slot(const Brick& brick) const {
  std::uint64_t hash = static_cast<std::uint32_t>(brick.size_class);
  for (std::size_t d = 0; d < D; ++d) {
    hash = (hash ^ static_cast<std::uint32_t>(brick.at[d])) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32U;
  }
  const std::size_t mask = table_.size() - 1;
  std::size_t place = hash & mask;
  while (table_[place] >= 0) {
    const Brick& found = bricks_[static_cast<std::size_t>(table_[place])];
    if (found.at == brick.at && found.size_class == brick.size_class) {
      break;
    }
    place = (place + 1) & mask;
  }
  return place;
}

template <int D>
template <class Run>
void BoxSearch<D>::for_each_run_in_brick(std::int32_t brick, const Box<D>& bins,
                                         const Run& run) const {
  constexpr std::int32_t kSide = 1 << kBrickShift;
  Box<D> local = bins;
  std::size_t rows = 1;
  for (std::size_t d = 0; d < D; ++d) {
    const std::int32_t origin = bricks_[static_cast<std::size_t>(brick)].at[d] * kSide;
    local.lo[d] = std::max(bins.lo[d] - origin, 0);
    local.hi[d] = std::min(bins.hi[d] - origin, kSide);
    rows *= d == 0 ? 1U : static_cast<std::size_t>(local.side(d));
  }
  const std::size_t base = static_cast<std::size_t>(brick) * kBrickBins;
  Index<D> at = local.lo;
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t bin = base;
    for (std::size_t d = 1; d < D; ++d) {
      bin += static_cast<std::size_t>(at[d]) << (d * kBrickShift);
    }
    const std::int32_t first = start_[bin + static_cast<std::size_t>(local.lo[0])];
    const std::int32_t last = start_[bin + static_cast<std::size_t>(local.hi[0])];
    if (first < last) {
      run(first, last);
    }
    for (std::size_t d = 1; d < D && ++at[d] == local.hi[d]; ++d) {
      at[d] = local.lo[d];
    }
  }
}

template <int D>
template <class Run>
void BoxSearch<D>::for_each_run_in_class(const SizeClass& size_class, const Box<D>& bins,
                                         const Run& run) const {
  const Box<D> bricks = bins.coarsen(1 << kBrickShift);
  if (bricks.volume() > size_class.last - size_class.first) {
    for (std::int32_t brick = size_class.first; brick < size_class.last; ++brick) {
      if (bricks.contains(bricks_[static_cast<std::size_t>(brick)].at)) {
        for_each_run_in_brick(brick, bins, run);
      }
    }
    return;
  }
  const auto number = static_cast<std::int32_t>(&size_class - classes_.data());
  Index<D> at = bricks.lo;
  for (std::int64_t n = bricks.volume(); n > 0; --n) {
    if (const std::int32_t brick = table_[slot({number, at})]; brick >= 0) {
      for_each_run_in_brick(brick, bins, run);
    }
    for (std::size_t d = 0; d < D && ++at[d] == bricks.hi[d]; ++d) {
      at[d] = bricks.lo[d];
    }
  }
}

template <int D>
template <class Run>
void BoxSearch<D>::for_each_run(const Box<D>& query, const Run& run) const {
  if (query.is_empty()) {
    return;
  }
  for (const SizeClass& size_class : classes_) {
    Box<D> corners = query;  // where the lower corner of a box of this class can be
    for (std::size_t d = 0; d < D; ++d) {
      corners.lo[d] -= (std::int32_t{1} << size_class.shift) - 1;
    }
    corners = corners.intersect(size_class.corners);
    if (!corners.is_empty()) {
      const Index<D> last = corners.shift(uniform<D>(-1)).hi;
      Box<D> bins{shifted(corners.lo, size_class.shift), shifted(last, size_class.shift)};
      bins.hi = bins.shift(uniform<D>(1)).hi;
      for_each_run_in_class(size_class, bins, run);
    }
  }
}

template <int D>
template <class Visit>
void BoxSearch<D>::for_each(const Box<D>& query, const Visit& visit) const {
  for_each_run(query, [&](std::int32_t first, std::int32_t last) {
    for (auto entry = static_cast<std::size_t>(first); entry < static_cast<std::size_t>(last);
         ++entry) {
      if (boxes_[entry].intersects(query)) {
        visit(index_[entry]);
      }
    }
  });
}

}  // namespace evenkeel::geometry
