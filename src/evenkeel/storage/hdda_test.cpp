// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The directory of patches along the curve.
#include "evenkeel/storage/hdda.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"

namespace evenkeel::storage {
namespace {

using geometry::Box;
using geometry::CurveKind;
using geometry::Index;

template <int D>
std::vector<HddaEntry<D>> all_of(const Hdda<D>& hdda, const KeyRange& range = {}) {
  std::vector<HddaEntry<D>> entries;
  hdda.for_range(range, [&](auto, const HddaEntry<D>& entry) { entries.push_back(entry); });
  return entries;
}

/// Cuts \p box at random planes into boxes of at most \p side cells a side.
template <int D>
void cut(const Box<D>& box, std::int32_t side, Xoshiro256& random, std::vector<Box<D>>& out) {
  for (std::size_t d = 0; d < D; ++d) {
    if (box.side(d) > side) {
      Box<D> low = box;
      Box<D> high = box;
      low.hi[d] = high.lo[d] =
          box.lo[d] + 1 +
          static_cast<std::int32_t>(uniform_below(random, static_cast<std::uint64_t>(side)));
      cut(low, side, random, out);
      cut(high, side, random, out);
      return;
    }
  }
  out.push_back(box);
}

/// Three levels, the finer two over the upper half of axis 0, in patches of odd sizes.
template <int D>
Hdda<D> random_hierarchy(const Index<D>& cells, int ratio, CurveKind kind) {
  Hdda<D> hdda(cells, ratio, 3, kind);
  Xoshiro256 random(11);
  Box<D> region{{}, cells};
  for (int level = 0; level < 3; ++level) {
    std::vector<Box<D>> boxes;
    cut(region, 7, random, boxes);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      hdda.insert({level, boxes[i], static_cast<std::int32_t>(i)});
    }
    region.lo[0] = (region.lo[0] + region.hi[0]) / 2;
    region = region.refine(ratio);
  }
  return hdda;
}

template <int D>
void every_cell_is_found(const Index<D>& cells, int ratio, CurveKind kind) {
  const Hdda<D> hdda = random_hierarchy<D>(cells, ratio, kind);
  for (const HddaEntry<D>& entry : all_of(hdda)) {
    Index<D> last = entry.box.hi;
    for (std::size_t d = 0; d < D; ++d) {
      --last[d];
    }
    ASSERT_NE(hdda.containing(entry.level, entry.box.lo), nullptr);
    EXPECT_EQ(*hdda.containing(entry.level, entry.box.lo), entry);
    ASSERT_NE(hdda.containing(entry.level, last), nullptr);
    EXPECT_EQ(*hdda.containing(entry.level, last), entry);
  }
  EXPECT_EQ(hdda.containing(1, {}), nullptr);
}

TEST(Hdda, FindsThePatchOfACell) {
  every_cell_is_found<1>({100}, 2, CurveKind::hilbert);
  every_cell_is_found<2>({50, 21}, 2, CurveKind::hilbert);
  every_cell_is_found<2>({9, 100}, 4, CurveKind::morton);
  every_cell_is_found<2>({40, 40}, 3, CurveKind::hilbert);
  every_cell_is_found<3>({40, 5, 6}, 2, CurveKind::hilbert);
  every_cell_is_found<3>({12, 12, 12}, 2, CurveKind::morton);
}

TEST(Hdda, IteratesDepthFirstAlongTheCurve) {
  // Hilbert's order of 2 x 2 blocks, which ends at (1,0): (0,0) (0,1) (1,1) (1,0).
  Hdda<2> hdda({2, 2}, 2, 2);
  const HddaEntry<2> first{0, {{0, 0}, {1, 2}}, 0};
  const HddaEntry<2> second{0, {{1, 0}, {2, 2}}, 1};
  const HddaEntry<2> fine{1, {{0, 0}, {4, 2}}, 2};
  const HddaEntry<2> finest{1, {{0, 2}, {2, 4}}, 3};
  for (const auto& entry : {finest, second, fine, first}) {
    hdda.insert(entry);
  }

  EXPECT_EQ(all_of(hdda), (std::vector<HddaEntry<2>>{first, fine, finest, second}));
}

TEST(Hdda, FindsAndErasesByKey) {
  Hdda<2> hdda({64, 64}, 2, 3);
  const HddaEntry<2> entry{2, {{100, 36}, {120, 40}}, 5};

  const auto key = hdda.insert(entry);

  EXPECT_EQ(key, hdda.key(2, {100, 36}));
  ASSERT_NE(hdda.find(key), nullptr);
  EXPECT_EQ(*hdda.find(key), entry);
  EXPECT_TRUE(hdda.erase(key));
  EXPECT_FALSE(hdda.erase(key));
  EXPECT_EQ(hdda.size(), 0U);
}

/// A column is the range of keys of a base block with all levels above it.
template <int D>
void column_migrates(const Index<D>& cells, int ratio, const Index<D>& at, int bits) {
  Hdda<D> hdda(cells, ratio, 3);
  std::vector<HddaEntry<D>> inside;
  std::int32_t slot = 0;
  Box<D> column;
  for (std::size_t d = 0; d < D; ++d) {
    column.lo[d] = at[d] >> bits << bits;
    column.hi[d] = column.lo[d] + (1 << bits);
  }
  const Box<D> domain{{}, cells};
  for (int level = 0, total = 1; level < 3; ++level, total *= ratio) {
    std::vector<Box<D>> boxes;
    Xoshiro256 random(5);
    cut(domain.refine(total), 1, random, boxes);
    for (const Box<D>& box : boxes) {
      const HddaEntry<D> entry{level, box, slot++};
      hdda.insert(entry);
      if (column.refine(total).contains(box.lo)) {
        inside.push_back(entry);
      }
    }
  }
  const std::size_t all = hdda.size();

  std::vector<HddaEntry<D>> taken = hdda.extract_range(hdda.column(at, bits));

  std::ranges::sort(taken, {}, &HddaEntry<D>::slot);
  EXPECT_EQ(taken, inside);
  EXPECT_EQ(hdda.size(), all - inside.size());
  EXPECT_TRUE(all_of(hdda, hdda.column(at, bits)).empty());
}

TEST(Hdda, ColumnsOfAllLevelsMigrateAsOneRange) {
  column_migrates<1>({32}, 2, {9}, 3);
  column_migrates<2>({16, 16}, 2, {5, 14}, 2);
  column_migrates<2>({32, 4}, 2, {17, 2}, 3);  // as wide as two cubes of the chain
  column_migrates<2>({9, 9}, 3, {4, 8}, 1);
  column_migrates<3>({8, 4, 4}, 2, {6, 1, 3}, 1);
}

TEST(Hdda, SaysHowManyLevelsCanBeCounted) {
  const auto most = [](std::vector<std::int32_t> cells, int ratio) {
    return most_levels(cells, ratio);
  };
  EXPECT_EQ(most({512}, 4), 11);  // 512 4^10 = 2^29
  EXPECT_EQ(most({513}, 4), 10);
  EXPECT_EQ(most({1 << 20, 16}, 2), 10);
  EXPECT_EQ(most({16, 1 << 20}, 3), 6);
  EXPECT_EQ(most({4, 4, 4}, 4), 10);  // 3 (2 9) of 58 bits of keys
  EXPECT_EQ(most({kMostCells}, 2), 1);

  for (const int ratio : {2, 3, 4}) {
    const Hdda<3> finest({4, 4, 4}, ratio, most({4, 4, 4}, ratio));
    EXPECT_GE(finest.quantum(), 1);
  }
}

TEST(Hdda, WidensItsQuantumWhereKeysCannotTellCellsApart) {
  EXPECT_EQ(Hdda<3>({1024, 1024, 1024}, 2, 10).quantum(), 1);  // 3 (10 + 9) = 57 bits
  EXPECT_EQ(Hdda<3>({1024, 1024, 1024}, 2, 12).quantum(), 4);  // 3 (8 + 11) = 57 bits
  EXPECT_EQ(Hdda<2>({1 << 20, 16}, 2, 8).quantum(), 1);

  Hdda<3> hdda({1024, 1024, 1024}, 2, 12);
  const HddaEntry<3> entry{11, {{2'000'000, 1'999'996, 4}, {2'000'032, 2'000'032, 36}}, 1};
  hdda.insert(entry);
  ASSERT_NE(hdda.containing(11, {2'000'031, 1'999'999, 35}), nullptr);
  EXPECT_EQ(hdda.containing(11, {2'000'032, 1'999'999, 35}), nullptr);
}

}  // namespace
}  // namespace evenkeel::storage
