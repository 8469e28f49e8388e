// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Large blocks of memory, made of the pages of those that were given back.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace evenkeel {

/// Blocks whose addresses are new and whose pages are old.
///
/// New patches hardly ever have the sizes of old ones. From a heap they come out of holes that do
/// not fit, and it grows by a quarter; pages that it grows by have to be cleared, which on some
/// virtual machines takes seconds a gigabyte. Here pages are moved to where the next block wants
/// them, whatever its size.
///
/// Not thread-safe. What is idle stays with the process until trim().
class PageBlocks {
 public:
  PageBlocks() = default;
  ~PageBlocks() { trim(); }
  PageBlocks(const PageBlocks&) = delete;
  PageBlocks& operator=(const PageBlocks&) = delete;

  /// Uninitialised memory whose pages are there, from a multiple of 2 MiB on; null where the system
  /// can move no pages or has no more of them, and beyond 32 GiB: it counts pieces. \pre bytes > 0
  std::byte* take(std::size_t bytes);

  /// Whether \p block is from take(\p bytes); if so, its pages are idle now.
  bool give_back(std::byte* block, std::size_t bytes);

  /// Returns what is idle to the system.
  void trim();

  std::size_t idle_bytes() const;

 private:
  struct Part {
    std::byte* first;
    std::size_t bytes;
  };

  using Sizes = std::vector<std::size_t>;  ///< [byte]

  bool fill(std::byte* block, std::size_t bytes);
  bool fill_end(std::byte* first, std::size_t bytes, Sizes& sizes);

  std::map<std::byte*, Sizes> used_;  ///< blocks, and of what parts they have beyond large pages
  std::size_t used_bytes_ = 0;
  std::vector<std::byte*> idle_;  ///< large pages
  std::vector<Part> parts_;       ///< of large pages, that were the ends of blocks or are what is
                                  ///< left of such
};

}  // namespace evenkeel
