// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Box lists against cell by cell results.
#include "evenkeel/geometry/box_list.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evenkeel/geometry/test_boxes.hpp"

namespace evenkeel::geometry {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <class T>
struct BoxListIn : testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                  std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(BoxListIn, Dimensions);

/// True when some box of \p boxes holds \p cell.
template <int D>
bool holds(const BoxList<D>& boxes, const Index<D>& cell) {
  return std::any_of(boxes.begin(), boxes.end(),
                     [&](const Box<D>& box) { return box.contains(cell); });
}

/// Calls visit(cell) for every cell of \p box.
template <int D, class Visit>
void for_cells(const Box<D>& box, const Visit& visit) {
  Index<D> cell = box.lo;
  for (std::int64_t n = 0; n < box.volume(); ++n) {
    visit(cell);
    for (std::size_t d = 0; d < D && ++cell[d] == box.hi[d]; ++d) {
      cell[d] = box.lo[d];
    }
  }
}

template <int D>
Box<D> all_around(std::int32_t reach) {
  return {uniform<D>(-reach), uniform<D>(reach)};
}

TEST(Subtract, CutsAxisZeroFirst) {
  BoxList<2> rest;
  subtract<2>({{0, 0}, {4, 4}}, {{1, 1}, {2, 3}}, rest);

  EXPECT_THAT(rest, ElementsAre(Box<2>{{0, 0}, {1, 4}}, Box<2>{{2, 0}, {4, 4}},
                                Box<2>{{1, 0}, {2, 1}}, Box<2>{{1, 3}, {2, 4}}));
}

TEST(Subtract, GivesSixPiecesAroundAHoleInTheMiddle) {
  BoxList<3> rest;
  subtract<3>({{0, 0, 0}, {3, 3, 3}}, {{1, 1, 1}, {2, 2, 2}}, rest);

  EXPECT_EQ(rest.size(), 6U);
  EXPECT_EQ(volume(rest), 26);
  EXPECT_TRUE(disjoint(rest));
}

TEST(Subtract, KeepsABoxThatOnlyTouches) {
  BoxList<1> rest;
  subtract<1>({{0}, {4}}, {{4}, {8}}, rest);

  EXPECT_THAT(rest, ElementsAre(Box<1>{{0}, {4}}));
}

TYPED_TEST(BoxListIn, DifferenceHoldsExactlyTheCellsOutsideTheHoles) {
  constexpr int kD = TypeParam::value;
  const BoxList<kD> from = make_disjoint(random_boxes<kD>(12, 8, 9, 1));
  const BoxList<kD> holes = random_boxes<kD>(20, 9, 5, 2);

  const BoxList<kD> rest = difference(from, holes);

  EXPECT_TRUE(disjoint(rest));
  for_cells(all_around<kD>(20), [&](const Index<kD>& cell) {
    ASSERT_EQ(holds(rest, cell), holds(from, cell) && !holds(holes, cell));
  });
}

TYPED_TEST(BoxListIn, ComplementOfTheComplementIsTheRegion) {
  constexpr int kD = TypeParam::value;
  const Box<kD> domain = all_around<kD>(16);
  BoxList<kD> region = intersection({domain}, make_disjoint(random_boxes<kD>(30, 16, 6, 3)));
  coalesce(region);

  const BoxList<kD> again = complement(domain, complement(domain, region));

  EXPECT_EQ(volume(again), volume(region));
  EXPECT_THAT(difference(region, again), IsEmpty());
}

TYPED_TEST(BoxListIn, IntersectionHoldsExactlyTheCommonCells) {
  constexpr int kD = TypeParam::value;
  const BoxList<kD> a = make_disjoint(random_boxes<kD>(15, 8, 7, 4));
  const BoxList<kD> b = make_disjoint(random_boxes<kD>(15, 8, 7, 5));

  const BoxList<kD> common = intersection(a, b);

  EXPECT_TRUE(disjoint(common));
  for_cells(all_around<kD>(16), [&](const Index<kD>& cell) {
    ASSERT_EQ(holds(common, cell), holds(a, cell) && holds(b, cell));
  });
}

TYPED_TEST(BoxListIn, MakeDisjointKeepsTheUnion) {
  constexpr int kD = TypeParam::value;
  const BoxList<kD> boxes = random_boxes<kD>(30, 8, 8, 6);

  const BoxList<kD> parts = make_disjoint(boxes);

  EXPECT_FALSE(disjoint(boxes));
  EXPECT_TRUE(disjoint(parts));
  for_cells(all_around<kD>(17),
            [&](const Index<kD>& cell) { ASSERT_EQ(holds(parts, cell), holds(boxes, cell)); });
}

TYPED_TEST(BoxListIn, CoalesceTurnsALatticeIntoOneBox) {
  constexpr int kD = TypeParam::value;
  const Box<kD> whole = all_around<kD>(8);
  BoxList<kD> pieces = chop(whole, 3, 1);
  std::reverse(pieces.begin(), pieces.end());

  coalesce(pieces);

  EXPECT_THAT(pieces, ElementsAre(whole));
}

TYPED_TEST(BoxListIn, CoalesceDoesNotDependOnTheOrder) {
  constexpr int kD = TypeParam::value;
  BoxList<kD> boxes = make_disjoint(random_boxes<kD>(40, 8, 6, 7));
  BoxList<kD> reversed(boxes.rbegin(), boxes.rend());
  const std::int64_t cells = volume(boxes);

  coalesce(boxes);
  coalesce(reversed);

  EXPECT_EQ(boxes, reversed);
  EXPECT_EQ(volume(boxes), cells);
  EXPECT_TRUE(disjoint(boxes));
}

TYPED_TEST(BoxListIn, CoalesceLeavesNoTwoBoxesWithACommonFace) {
  constexpr int kD = TypeParam::value;
  BoxList<kD> boxes = make_disjoint(random_boxes<kD>(40, 8, 6, 8));

  coalesce(boxes);

  for (const Box<kD>& a : boxes) {
    for (const Box<kD>& b : boxes) {
      ASSERT_TRUE(a == b || a.hull(b).volume() > a.volume() + b.volume());
    }
  }
}

TEST(Coalesce, DropsEmptyBoxes) {
  BoxList<2> boxes{{{0, 0}, {0, 5}}, {{0, 0}, {1, 1}}};

  coalesce(boxes);

  EXPECT_THAT(boxes, ElementsAre(Box<2>{{0, 0}, {1, 1}}));
}

TEST(Split, CutsAtThePlane) {
  const auto [below, above] = split<2>({{0, 0}, {4, 6}}, 1, 2);

  EXPECT_EQ(below, (Box<2>{{0, 0}, {4, 2}}));
  EXPECT_EQ(above, (Box<2>{{0, 2}, {4, 6}}));
}

TEST(Chop, MakesNearlyEqualPiecesOnAlignedPlanes) {
  const BoxList<2> pieces = chop<2>({{2, 0}, {42, 10}}, 16, 4);

  // Axis 0: slots 0..44 by 4, 11 slots in 3 pieces of 3, 4, 4; the first starts at 2.
  EXPECT_THAT(pieces, ElementsAre(Box<2>{{2, 0}, {12, 10}}, Box<2>{{12, 0}, {28, 10}},
                                  Box<2>{{28, 0}, {42, 10}}));
}

TYPED_TEST(BoxListIn, ChopCoversTheBoxWithinTheLargestSide) {
  constexpr int kD = TypeParam::value;
  const Box<kD> box{uniform<kD>(-7), uniform<kD>(30)};

  const BoxList<kD> pieces = chop(box, 10, 4);

  EXPECT_EQ(volume(pieces), box.volume());
  EXPECT_TRUE(disjoint(pieces));
  for (const Box<kD>& piece : pieces) {
    for (std::size_t d = 0; d < kD; ++d) {
      EXPECT_LE(piece.side(d), 8);
      EXPECT_TRUE(piece.lo[d] == box.lo[d] || piece.lo[d] % 4 == 0);
    }
  }
}

TEST(Chop, LeavesASmallBoxWhole) {
  EXPECT_THAT(chop<2>({{3, 3}, {5, 5}}, 8, 2), ElementsAre(Box<2>{{3, 3}, {5, 5}}));
}

}  // namespace
}  // namespace evenkeel::geometry
