// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Finds which of many boxes meet a given box, by hashing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evenkeel/geometry/box.hpp"

namespace evenkeel::geometry {

/// A fixed list of boxes, arranged for intersection queries.
///
/// Boxes are sorted into classes by their longest side; a class has cubic bins no smaller than its
/// boxes, so a box lies in one bin only, that of its lower corner, and a query looks at the bins
/// its box reaches plus one below. Bins live in one open-addressed table; no allocation in a query.
/// The boxes are copied. Concurrent queries are safe. Cost: O(boxes) to build,
/// O(2^D + hits) per query of the size of the boxes.
template <int D>
class BoxSearch {
 public:
  explicit BoxSearch(std::span<const Box<D>> boxes);

  std::size_t size() const { return size_; }

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

  /// Boxes compared with \p query by for_each, for tests of the cost.
  std::int64_t candidates(const Box<D>& query) const;

 private:
  struct SizeClass {
    int shift;           ///< bin side is 2^shift cells
    std::int32_t first;  ///< its boxes are entries first .. last of boxes_
    std::int32_t last;
    Box<D> corners;  ///< hull of the lower corners
  };
  struct Bin {
    Index<D> at{};
    std::int32_t size_class = -1;  ///< -1: free slot
    std::int32_t first = 0;        ///< its boxes are entries first .. last of boxes_
    std::int32_t last = 0;
  };

  static Index<D> bin_of(const Index<D>& cell, int shift);
  std::size_t slot(std::int32_t size_class, const Index<D>& at) const;
  void make_classes(std::span<const Box<D>> boxes, std::vector<std::int32_t>& class_of);
  void fill_bins(std::span<const Box<D>> boxes, const std::vector<std::int32_t>& class_of);

  /// Calls run(first, last) for each run of entries that may meet \p query.
  template <class Run>
  void for_each_run(const Box<D>& query, const Run& run) const;

  std::size_t size_;
  std::vector<SizeClass> classes_;
  std::vector<Bin> bins_;            ///< hash table, size a power of two
  std::vector<Box<D>> boxes_;        ///< non-empty boxes, bin after bin
  std::vector<std::int32_t> index_;  ///< place of boxes_[entry] in the caller's list
};

}  // namespace evenkeel::geometry
