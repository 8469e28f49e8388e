// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Copies shift, blend and touch nothing else.
#include "evenkeel/hierarchy/copy_region.hpp"

#include <new>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace evenkeel::hierarchy {
namespace {

TEST(CopyRegion, ShiftsEveryComponentOfEveryWidth) {
  const geometry::Box<3> from_box{{0, 0, 0}, {8, 5, 4}};
  std::vector<double> values(static_cast<std::size_t>(2 * from_box.volume()));
  std::iota(values.begin(), values.end(), 1.0);
  const storage::View<3> from = packed_view(values.data(), from_box, 2);
  const geometry::Index<3> shift{-10, 3, 100};
  for (std::int32_t width = 1; width <= 7; ++width) {
    const geometry::Box<3> region{{-9, 4, 101}, {-9 + width, 7, 103}};
    std::vector<double> out(static_cast<std::size_t>(2 * region.grow(1).volume()), 0.0);
    const storage::View<3> to = packed_view(out.data(), region.grow(1), 2);

    copy_region({from}, to, region, shift);

    double copied = 0.0;
    storage::for_each_row(region, [&](geometry::Index<3> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        for (int c = 0; c < 2; ++c) {
          EXPECT_EQ(to(c, cell), from(c, {cell[0] + 10, cell[1] - 3, cell[2] - 100}));
          copied += to(c, cell);
        }
      }
    });
    EXPECT_EQ(std::accumulate(out.begin(), out.end(), 0.0), copied);  // nothing else was touched
  }
}

TEST(CopyRegion, BlendsAlikeThroughABuffer) {
  const geometry::Box<2> box{{0, 0}, {11, 3}};
  std::vector<double> older(33);
  std::vector<double> newer(33);
  for (std::size_t i = 0; i < older.size(); ++i) {
    older[i] = 1.0 / static_cast<double>(i + 3);
    newer[i] = 1.0 / static_cast<double>(i + 7);
  }
  const TimedView<2> from{
      packed_view(newer.data(), box, 1), packed_view(older.data(), box, 1), {1.0 / 3.0}};
  std::vector<double> direct(33);
  std::vector<double> buffer(33);
  std::vector<double> unpacked(33);

  copy_region(from, packed_view(direct.data(), box, 1), box, {});
  copy_region(from, packed_view(buffer.data(), box, 1), box, {});
  copy_region({packed_view(buffer.data(), box, 1)}, packed_view(unpacked.data(), box, 1), box, {});

  EXPECT_EQ(direct, unpacked);
  for (std::size_t i = 0; i < direct.size(); ++i) {
    EXPECT_EQ(direct[i], older[i] + (newer[i] - older[i]) * (1.0 / 3.0));
  }
}

TEST(CopyRegion, TakesTheNewValuesAtTheEndOfTheStep) {
  const geometry::Box<1> box{{0}, {2}};
  std::vector<double> older{0.1, 0.2};
  std::vector<double> newer{0.3, 1e300};
  std::vector<double> out(2);

  copy_region({packed_view(newer.data(), box, 1), packed_view(older.data(), box, 1), {1.0}},
              packed_view(out.data(), box, 1), box, {});

  EXPECT_EQ(out, newer);
}

TEST(CopyRegion, AddsRatesToTheBlend) {
  const geometry::Box<1> box{{0}, {5}};
  std::vector<double> older{1.0, 2.0, 3.0, 4.0, 5.0};
  std::vector<double> newer{2.0, 4.0, 6.0, 8.0, 10.0};
  std::vector<double> at_start{8.0, 16.0, 24.0, 32.0, 40.0};
  std::vector<double> at_end{1.0, 0.0, 0.0, 0.0, 1.0};
  std::vector<double> out(5);
  const auto view = [&box](std::vector<double>& values) {
    return packed_view(values.data(), box, 1);
  };

  copy_region({view(newer), view(older), {0.5, {0.25, -1.0}}, {view(at_start), view(at_end)}},
              view(out), box, {});

  EXPECT_EQ(out, (std::vector<double>{2.5, 7.0, 10.5, 14.0, 16.5}));
}

/// More than an Index counts is a matter of memory, of which there is not enough here.
TEST(TakeBlock, HasNoLimitOfItsOwnAtTwoToThe31) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a failed allocation ends the program here";
#endif
  storage::Pool pool;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit small{.rlim_cur = rlim_t{8} << 30, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &small), 0);

  EXPECT_THROW(take_block(pool, std::int64_t{1} << 31), std::bad_alloc);

  setrlimit(RLIMIT_AS, &before);
  EXPECT_GE(take_block(pool, 9).bytes(), 9 * sizeof(double));
  EXPECT_TRUE(take_block(pool, 0).is_empty());
}

}  // namespace
}  // namespace evenkeel::hierarchy
