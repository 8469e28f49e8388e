// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Blocks of other sizes are made of the same pages.
#include "evenkeel/core/page_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "evenkeel/core/rng.hpp"

namespace evenkeel {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

/// A block that knows what is in it.
struct Filled {
  std::byte* block;
  std::size_t bytes;
  std::byte mark;

  Filled(PageBlocks& blocks, std::size_t size, int number)
      : block(blocks.take(size)), bytes(size), mark(static_cast<std::byte>(number)) {
    std::fill_n(block, bytes, mark);
  }
  bool is_intact() const {
    return std::all_of(block, block + bytes, [this](std::byte b) { return b == mark; });
  }
};

bool can_move() {
  PageBlocks blocks;
  std::byte* const block = blocks.take(1);
  if (block != nullptr) {
    blocks.give_back(block, 1);
  }
  return block != nullptr;
}

TEST(PageBlocks, OtherSizesTakeNoMorePages) {
  if (!can_move()) {
    GTEST_SKIP() << "no pages to move";
  }
  PageBlocks blocks;
  std::vector<Filled> held;
  for (const std::size_t mega : {10, 20, 30}) {
    held.emplace_back(blocks, mega * kMega + 100, static_cast<int>(mega));
  }
  for (const Filled& one : held) {
    blocks.give_back(one.block, one.bytes);
  }
  const std::size_t idle = blocks.idle_bytes();
  EXPECT_GE(idle, 60 * kMega);
  EXPECT_LE(idle, 61 * kMega);

  const auto faults = [] {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_minflt;
  };
  [[maybe_unused]] const long before = faults();
  const Filled whole(blocks, 59 * kMega, 7);

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which have pages beside it
  EXPECT_LT(faults() - before, 50);                                  // of 15 thousand small pages
#endif
  EXPECT_LE(blocks.idle_bytes(), 2 * kMega);
  EXPECT_TRUE(whole.is_intact());
  blocks.give_back(whole.block, whole.bytes);
  blocks.trim();
  EXPECT_EQ(blocks.idle_bytes(), 0U);
}

TEST(PageBlocks, NoneTouchesAnother) {
  if (!can_move()) {
    GTEST_SKIP() << "no pages to move";
  }
  PageBlocks blocks;
  std::vector<Filled> held;
  SplitMix64 rng(1);
  for (int turn = 0; turn < 500; ++turn) {
    if (held.size() > 8) {
      const auto gone = static_cast<std::size_t>(rng.next() % held.size());
      EXPECT_TRUE(held[gone].is_intact());
      blocks.give_back(held[gone].block, held[gone].bytes);
      held[gone] = held.back();
      held.pop_back();
    }
    held.emplace_back(blocks, 1 + static_cast<std::size_t>(rng.next() % (9 * kMega)), turn % 251);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(held.back().block) % (2 * kMega), 0U);
  }
  for (const Filled& one : held) {
    EXPECT_TRUE(one.is_intact());
    blocks.give_back(one.block, one.bytes);
  }
  EXPECT_LE(blocks.idle_bytes(), 110 * kMega);  // nine blocks, and what their ends left over
}

}  // namespace
}  // namespace evenkeel
