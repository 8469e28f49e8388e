// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Owned values of a box, in aligned memory that a pool recycles.
#pragma once

#include <cstddef>
#include <vector>

#include "evenkeel/core/page_blocks.hpp"
#include "evenkeel/storage/view.hpp"

namespace evenkeel::storage {

/// Aligned blocks of doubles, recycled by size class so that a regrid seldom asks the system.
///
/// Not thread-safe. Outlives every Array made from it. Blocks are 64-byte aligned and not cleared.
class Pool {
 public:
  Pool() = default;
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  double* take(std::size_t doubles);
  void give_back(double* block, std::size_t doubles);

  /// Returns blocks of up to 1 MiB that nobody uses to the heap.
  void trim();
  /// Returns all that nobody uses to the system, and what else is free in the heap.
  void return_idle();

  std::size_t bytes_in_use() const { return in_use_; }  ///< [byte]
  std::size_t bytes_peak() const { return peak_; }      ///< [byte] highest bytes_in_use so far
  /// In use or waiting for reuse. [byte]
  std::size_t bytes_reserved() const { return reserved_ + pages_.idle_bytes(); }

 private:
  double* take_new(std::size_t lines);

  std::vector<std::vector<double*>> free_;  ///< by size class
  PageBlocks pages_;                        ///< where the heap is kept: of the large blocks
  std::size_t in_use_ = 0;
  std::size_t peak_ = 0;
  std::size_t reserved_ = 0;
};

/// Values of all cells of a box for a number of components; gives its memory back to the pool.
template <int D>
class Array {
 public:
  Array() = default;
  /// Uninitialised values. \pre components > 0 and \p box not empty
  Array(Pool& pool, const geometry::Box<D>& box, int components);
  ~Array();
  Array(Array&& other) noexcept;
  Array& operator=(Array&& other) noexcept;

  bool is_empty() const { return view_.is_empty(); }
  View<D> view() const { return view_; }
  std::size_t bytes() const { return doubles_ * sizeof(double); }

 private:
  Pool* pool_ = nullptr;
  std::size_t doubles_ = 0;
  View<D> view_;
};

/// Copies \p region, all components. \pre both views cover it. Not collective.
template <int D>
void copy(const View<D>& from, const View<D>& to, const geometry::Box<D>& region);

/// The same for values that are not read again soon: they bypass the caches.
template <int D>
void copy_aside(const View<D>& from, const View<D>& to, const geometry::Box<D>& region);

}  // namespace evenkeel::storage
