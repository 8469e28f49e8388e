// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Pool and arrays.
#include "evenkeel/storage/array.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace evenkeel::storage {
namespace {

using geometry::Box;
using geometry::Index;

TEST(Pool, WastesLessThanASixtyFourth) {
  Pool pool;

  for (std::size_t doubles = 8; doubles < 100'000; doubles += 1 + doubles / 7) {
    double* block = pool.take(doubles);
    const std::size_t lines = (doubles + 7) / 8;
    EXPECT_GE(pool.bytes_in_use(), 8 * doubles);
    EXPECT_LT(64 * pool.bytes_in_use(), 65 * 64 * lines + 1) << doubles;
    pool.give_back(block, doubles);
  }
}

TEST(Pool, GivesEveryBlockItsOwnCacheLines) {
  Pool pool;
  std::vector<std::pair<double*, std::size_t>> blocks;

  for (std::size_t doubles = 1; doubles < 300; ++doubles) {
    blocks.emplace_back(pool.take(doubles), doubles);
  }

  for (const auto& [block, doubles] : blocks) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0U);
    std::fill_n(block, doubles, static_cast<double>(doubles));
  }
  for (const auto& [block, doubles] : blocks) {
    EXPECT_EQ(block[0], static_cast<double>(doubles));
    EXPECT_EQ(block[doubles - 1], static_cast<double>(doubles));
    pool.give_back(block, doubles);
  }
  EXPECT_EQ(pool.bytes_in_use(), 0U);
}

TEST(Pool, RecyclesBlocksOfOneClassWithoutTheSystem) {
  Pool pool;
  double* block = pool.take(2001);
  const std::size_t reserved = pool.bytes_reserved();
  pool.give_back(block, 2001);

  for (int round = 0; round < 100; ++round) {
    EXPECT_EQ(pool.bytes_reserved(), reserved);
    block = pool.take(2016);  // 252 lines as 2001 has 251: both of the class of 252
    EXPECT_EQ(pool.bytes_reserved(), reserved);
    pool.give_back(block, 2016);
  }
}

TEST(Pool, KeepsIdleBlocksBelowAQuarterOfThoseInUse) {
  Pool pool;
  double* kept = pool.take(800);
  std::vector<double*> blocks;
  for (int i = 0; i < 10; ++i) {
    blocks.push_back(pool.take(1600));
  }
  for (double* block : blocks) {
    pool.give_back(block, 1600);
  }
  const std::size_t before = pool.bytes_reserved();

  double* other = pool.take(80);

  EXPECT_EQ(before, 64U * (100 + 10 * 200));
  EXPECT_EQ(pool.bytes_reserved(), pool.bytes_in_use());
  EXPECT_EQ(pool.bytes_peak(), before);
  pool.give_back(other, 80);
  pool.give_back(kept, 800);
}

TEST(Pool, ReturnsLargeBlocksAtOnce) {
  Pool pool;
  constexpr std::size_t kDoubles = (std::size_t{1} << 20) / 8 + 1;

  double* block = pool.take(kDoubles);
  EXPECT_EQ(pool.bytes_in_use(), (std::size_t{1} << 20) + 64);
  pool.give_back(block, kDoubles);

  EXPECT_EQ(pool.bytes_reserved(), 0U);
}

TEST(Array, RowsAreContiguousAndComponentsOddCacheLinesApart) {
  Pool pool;
  const Array<3> array(pool, {{-2, -2, -2}, {14, 14, 14}}, 5);

  const View<3> view = array.view();

  EXPECT_EQ(view.stride, (std::array<std::int64_t, 3>{1, 16, 256}));
  EXPECT_EQ(view.component_stride, 4096 + 8);
  EXPECT_EQ(view.row(0, {-2, -2, -2}), view.data);
  EXPECT_EQ(view.row(2, {-1, 0, 1}) - view.data, 2 * 4104 + 1 + 2 * 16 + 3 * 256);
  EXPECT_EQ(array.bytes(), 5U * 4104 * 8);
}

TEST(Array, MovingLeavesNothingBehind) {
  Pool pool;
  {
    Array<2> first(pool, {{0, 0}, {4, 4}}, 2);
    const double* data = first.view().data;
    Array<2> second(pool, {{0, 0}, {9, 9}}, 1);
    second = std::move(first);
    EXPECT_EQ(second.view().data, data);
    EXPECT_EQ(second.view().components, 2);
    Array<2> third(std::move(second));
    EXPECT_EQ(third.view().data, data);
    EXPECT_EQ(pool.bytes_in_use(), 2U * 3 * 64);  // two components of three lines
  }
  EXPECT_EQ(pool.bytes_in_use(), 0U);
}

double name_of(int component, const Index<2>& cell) {
  return 1e6 * component + 1e3 * cell[1] + cell[0];
}

TEST(Copy, MovesTheRegionAndNothingElse) {
  Pool pool;
  const Array<2> from(pool, {{0, 0}, {40, 9}}, 3);
  const Array<2> to(pool, {{-5, 2}, {30, 12}}, 3);
  const Box<2> region{{3, 4}, {26, 9}};
  for (int c = 0; c < 3; ++c) {
    for_each_row(from.view().box, [&](Index<2> cell, std::int32_t n) {
      for (; n > 0; --n, ++cell[0]) {
        from.view()(c, cell) = name_of(c, cell);
      }
    });
    for_each_row(to.view().box, [&](const Index<2>& cell, std::int32_t n) {
      std::fill_n(to.view().row(c, cell), n, -1.0);
    });
  }

  copy(from.view(), to.view(), region);

  for (int c = 0; c < 3; ++c) {
    for_each_row(to.view().box, [&](Index<2> cell, std::int32_t n) {
      for (; n > 0; --n, ++cell[0]) {
        EXPECT_EQ(to.view()(c, cell), region.contains(cell) ? name_of(c, cell) : -1.0);
      }
    });
  }
}

}  // namespace
}  // namespace evenkeel::storage
