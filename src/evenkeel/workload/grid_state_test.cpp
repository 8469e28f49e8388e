// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Figures of grids worked out by hand.
#include "evenkeel/workload/grid_state.hpp"

#include <gtest/gtest.h>

namespace evenkeel::workload {
namespace {

using geometry::BoxList;

/// A base of 32 x 32 with one refined box of 16 x 16 at \p x.
std::vector<BoxList<2>> with_box_at(std::int32_t x) {
  return {{{{0, 0}, {32, 32}}}, {{{x, 8}, {x + 16, 24}}}};
}

TEST(GridState, IsThatOfTheWorkedExample) {  // algorithms 3.2
  GridWatch<2> watch(2);
  const GridState first = watch.look(with_box_at(8));
  EXPECT_NEAR(first.cc, 6.6667, 1e-4);
  EXPECT_EQ(first.dynamics, 0.0);
  EXPECT_EQ(first.activity, 0.0);
  EXPECT_EQ(first.adapt, 0.0625);

  const GridState second = watch.look(with_box_at(12));
  EXPECT_NEAR(second.cc, 6.6667, 1e-4);
  EXPECT_EQ(second.dynamics, 192.0);
  EXPECT_EQ(second.activity, 0.25);
  EXPECT_EQ(second.adapt, 0.0625);

  std::vector<BoxList<2>> levels = with_box_at(16);
  levels[1].push_back({{8, 40}, {16, 48}});
  const GridState third = watch.look(levels);
  EXPECT_EQ(third.cc, 6.0);
  EXPECT_EQ(third.dynamics, 192.0);
  EXPECT_EQ(third.adapt, 0.15625);
  EXPECT_EQ(third.patches, 2.0);
  EXPECT_EQ(third.fill, 320.0 / (24.0 * 40.0));
}

TEST(GridState, IsOfTheBaseAloneWhereNothingIsRefined) {
  GridWatch<3> watch(2);
  const GridState state = watch.look({{{{0, 0, 0}, {8, 8, 8}}}});
  EXPECT_EQ(state.cc, 512.0 / 384.0);
  EXPECT_EQ(state.adapt, 0.0);
  EXPECT_EQ(state.fill, 1.0);
  EXPECT_EQ(state.activity, 0.0);
}

TEST(GridState, IsTheSameOfManyBoxes) {
  BoxList<2> some;
  BoxList<2> moved;
  for (std::int32_t i = 0; i < 300; ++i) {
    some.push_back({{8 * i, 0}, {8 * i + 4, 4}});
    moved.push_back({{8 * i + 1, 1}, {8 * i + 5, 5}});
  }
  const BoxList<2> base = {{{0, 0}, {1200, 8}}};
  GridWatch<2> watch(2);
  watch.look({base, some});
  EXPECT_EQ(watch.look({base, moved}).dynamics, 2700.0);
}

TEST(GridState, CountsLevelsThatComeAndGo) {
  GridWatch<1> watch(2);
  watch.look({{{{0}, {16}}}, {{{8}, {16}}}, {{{20}, {24}}}});
  const GridState fewer = watch.look({{{{0}, {16}}}, {{{8}, {16}}}});
  EXPECT_EQ(fewer.dynamics, 8.0);
  EXPECT_NEAR(fewer.activity, 4.0 / 12.0, 1e-15);
  EXPECT_EQ(watch.look({{{{0}, {16}}}}).activity, 1.0);
}

}  // namespace
}  // namespace evenkeel::workload
