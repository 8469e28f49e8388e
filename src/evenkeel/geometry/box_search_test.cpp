// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// The search against testing every pair.
#include "evenkeel/geometry/box_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/geometry/box_list.hpp"
#include "evenkeel/geometry/test_boxes.hpp"

namespace evenkeel::geometry {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <int D>
std::vector<std::int32_t> hits_one_by_one(const BoxList<D>& boxes, const Box<D>& query) {
  std::vector<std::int32_t> hits;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].is_empty() && boxes[i].intersects(query)) {
      hits.push_back(static_cast<std::int32_t>(i));
    }
  }
  return hits;
}

template <int D>
void expect_same_as_one_by_one(const BoxList<D>& boxes, const BoxList<D>& queries) {
  const BoxSearch<D> search(boxes);
  std::vector<std::int32_t> hits;
  for (const Box<D>& query : queries) {
    search.find(query, hits);
    ASSERT_EQ(hits, hits_one_by_one(boxes, query));
    ASSERT_EQ(search.meets(query), !hits.empty());
  }
}

/// Boxes of very different sides, empty ones among them.
template <int D>
BoxList<D> mixed_boxes() {
  BoxList<D> boxes = random_boxes<D>(300, 100, 8, 1);
  const BoxList<D> large = random_boxes<D>(20, 100, 90, 2);
  const BoxList<D> unit = random_boxes<D>(60, 100, 1, 3);
  boxes.insert(boxes.end(), large.begin(), large.end());
  boxes.insert(boxes.begin(), unit.begin(), unit.end());
  boxes[7].hi = boxes[7].lo;
  boxes.push_back({uniform<D>(-500), uniform<D>(500)});
  return boxes;
}

template <int D>
void check_mixed() {
  expect_same_as_one_by_one(mixed_boxes<D>(), random_boxes<D>(200, 110, 12, 4));
  expect_same_as_one_by_one(mixed_boxes<D>(), random_boxes<D>(20, 110, 200, 5));
}

TEST(BoxSearch, FindsWhatComparingOneByOneFinds) {
  check_mixed<1>();
  check_mixed<2>();
  check_mixed<3>();
}

TEST(BoxSearch, EmptyQueryOrListHitsNothing) {
  const BoxSearch<2> none(std::span<const Box<2>>{});
  const BoxList<2> boxes{{{0, 0}, {8, 8}}};
  const BoxSearch<2> one(boxes);
  std::vector<std::int32_t> hits{99};

  none.find({{0, 0}, {4, 4}}, hits);
  EXPECT_THAT(hits, IsEmpty());
  one.find({{2, 2}, {2, 6}}, hits);
  EXPECT_THAT(hits, IsEmpty());
}

TEST(BoxSearch, EqualBoxesAreAllFound) {
  const BoxList<1> boxes(5, {{3}, {4}});
  std::vector<std::int32_t> hits;
  BoxSearch<1>(boxes).find({{0}, {9}}, hits);

  EXPECT_THAT(hits, ElementsAre(0, 1, 2, 3, 4));
}

TEST(BoxSearch, CoversOnlyWhereNoCellIsMissing) {
  const BoxList<2> boxes{{{0, 0}, {4, 8}}, {{4, 0}, {8, 4}}, {{3, 0}, {5, 4}}};
  const BoxSearch<2> search(boxes);

  EXPECT_TRUE(search.covers({{1, 0}, {8, 4}}));
  EXPECT_FALSE(search.covers({{1, 0}, {8, 5}}));
  EXPECT_TRUE(search.covers({{9, 9}, {9, 9}}));
}

/// Boxes of a lattice with \p n along each axis, with sides from 4 to 16.
BoxList<3> lattice(std::int32_t n) {
  BoxList<3> boxes;
  for (std::int32_t i = 0; i < n * n * n; ++i) {
    const Index<3> at{16 * (i % n), 16 * (i / n % n), 16 * (i / n / n)};
    const std::int32_t side = 4 << (i % 3);
    boxes.push_back({at, {at[0] + side, at[1] + side, at[2] + side}});
  }
  return boxes;
}

double comparisons_per_query(const BoxList<3>& boxes) {
  const BoxSearch<3> search(boxes);
  std::int64_t compared = 0;
  for (const Box<3>& box : boxes) {
    compared += search.candidates(box.grow(2));
  }
  return static_cast<double>(compared) / static_cast<double>(boxes.size());
}

TEST(BoxSearch, WorkPerQueryDoesNotGrowWithTheNumberOfBoxes) {
  const double few = comparisons_per_query(lattice(10));
  const double many = comparisons_per_query(lattice(40));

  EXPECT_LT(many, 1.25 * few);
  EXPECT_LT(many, 60.0);
}

TEST(BoxSearch, OneHugeBoxDoesNotSpoilTheBinsOfTheOthers) {
  BoxList<3> boxes = lattice(20);
  const double without = comparisons_per_query(boxes);
  boxes.push_back({{0, 0, 0}, {320, 320, 320}});
  const BoxSearch<3> search(boxes);

  EXPECT_LE(static_cast<double>(search.candidates(boxes[4000].grow(2))), 3.0 * without);
}

}  // namespace
}  // namespace evenkeel::geometry
