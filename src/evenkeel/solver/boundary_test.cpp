// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// Ghost cells beyond walls, outflows and inflows.
#include "evenkeel/solver/boundary.hpp"

#include <gtest/gtest.h>

#include "evenkeel/solver/test_block.hpp"
#include "evenkeel/solver/test_upwind.hpp"

namespace evenkeel::solver {
namespace {

using geometry::Box;

/// Two components; the second changes sign at walls normal to axis 0. Below x = 0.5 the lower
/// face of axis 1 is what is declared, above it a wall.
class Walls : public Upwind<2> {
 public:
  Walls() : Upwind<2>(Upwind<2>::Options{.components = 2}) {}
  double parity(int component, int axis) const override {
    return component == 1 && axis == 0 ? -1.0 : 1.0;
  }
  bool mixes_kinds(int axis, int side) const override { return axis == 1 && side == 0; }
  BoundaryKind kind_at(BoundaryKind declared, int /*axis*/, int /*side*/,
                       const hierarchy::Point<2>& x, double) const override {
    return x[0] > 0.5 ? BoundaryKind::kReflect : declared;
  }
  void inflow(const hierarchy::Point<2>& x, double time, std::span<double> values) const override {
    values[0] = 100.0 * x[0] + x[1] + 1000.0 * time;
    values[1] = -1.0;
  }
};

/// 4 x 4 cells of side 0.25; component 0 is 10 j + i + 1, component 1 is 2 (10 j + i + 1).
class Boundary : public ::testing::Test {
 protected:
  Boundary() : block(Box<2>{{-2, -2}, {6, 6}}, 2) {
    around.application = &walls;
    around.domain = {{0, 0}, {4, 4}};
    around.place = {0, {0.0, 0.0}, {0.25, 0.25}};
    for (std::int32_t j = 0; j < 4; ++j) {
      for (std::int32_t i = 0; i < 4; ++i) {
        block.view(0, {i, j}) = 10.0 * j + i + 1.0;
        block.view(1, {i, j}) = 2.0 * (10.0 * j + i + 1.0);
      }
    }
  }
  double at(std::int32_t i, std::int32_t j, int c = 0) const { return block.view(c, {i, j}); }

  Walls walls;
  TestBlock<2> block;
  Surroundings<2> around;
};

TEST_F(Boundary, OutflowRepeatsTheNearestCellAndItsCorner) {
  around.kinds = {{{BoundaryKind::kOutflow, BoundaryKind::kOutflow},
                   {BoundaryKind::kReflect, BoundaryKind::kOutflow}}};

  fill_boundary(block.view, around, 0.0);

  EXPECT_EQ(at(-1, 2), 21.0);
  EXPECT_EQ(at(-2, 2), 21.0);
  EXPECT_EQ(at(5, 0), 4.0);
  EXPECT_EQ(at(1, 5), 32.0);
  EXPECT_EQ(at(5, 5), 34.0);
  EXPECT_EQ(at(-2, 4), 31.0);
}

TEST_F(Boundary, ReflectMirrorsWithTheSignOfTheComponent) {
  around.kinds = {{{BoundaryKind::kReflect, BoundaryKind::kReflect},
                   {BoundaryKind::kReflect, BoundaryKind::kReflect}}};

  fill_boundary(block.view, around, 0.0);

  EXPECT_EQ(at(-1, 1), 11.0);
  EXPECT_EQ(at(-2, 1), 12.0);
  EXPECT_EQ(at(-2, 1, 1), -24.0);
  EXPECT_EQ(at(5, 1, 1), -26.0);
  EXPECT_EQ(at(2, -2, 1), 26.0);
  EXPECT_EQ(at(-1, -1), 1.0);
  EXPECT_EQ(at(-2, -1, 1), -4.0);
}

TEST_F(Boundary, OneFaceCanBePartInflowPartWall) {
  around.kinds = {{{BoundaryKind::kPeriodic, BoundaryKind::kPeriodic},
                   {BoundaryKind::kInflow, BoundaryKind::kOutflow}}};

  fill_boundary(block.view, around, 2.0);

  EXPECT_DOUBLE_EQ(at(1, -1), 100.0 * 0.375 - 0.125 + 2000.0);
  EXPECT_DOUBLE_EQ(at(0, -2), 100.0 * 0.125 - 0.375 + 2000.0);
  EXPECT_EQ(at(1, -1, 1), -1.0);
  EXPECT_EQ(at(2, -1), 3.0);
  EXPECT_EQ(at(3, -2), 14.0);
}

TEST_F(Boundary, PeriodicAxesAndTheInsideAreLeftAlone) {
  around.kinds = {{{BoundaryKind::kPeriodic, BoundaryKind::kPeriodic},
                   {BoundaryKind::kOutflow, BoundaryKind::kOutflow}}};

  fill_boundary(block.view, around, 0.0);

  EXPECT_EQ(at(-1, 2), TestBlock<2>::kUnset);
  EXPECT_EQ(at(0, 2), 21.0);
  EXPECT_EQ(
      at(-1, 5),
      TestBlock<2>::kUnset);  // the image of a corner: copied from what the plan had set there
}

TEST_F(Boundary, WhatACellGetsDoesNotDependOnTheViewsReach) {
  around.kinds = {{{BoundaryKind::kReflect, BoundaryKind::kOutflow},
                   {BoundaryKind::kInflow, BoundaryKind::kReflect}}};
  TestBlock<2> corner(Box<2>{{-1, -2}, {3, 2}}, 2);
  TestBlock<2>::each(Box<2>{{0, 0}, {3, 2}}, [&](const geometry::Index<2>& cell) {
    corner.view(0, cell) = block.view(0, cell);
    corner.view(1, cell) = block.view(1, cell);
  });

  fill_boundary(block.view, around, 1.0);
  fill_boundary(corner.view, around, 1.0);

  for (std::int32_t j = -2; j < 2; ++j) {
    for (std::int32_t i = -1; i < 3; ++i) {
      EXPECT_EQ(corner.view(0, {i, j}), at(i, j)) << i << ' ' << j;
      EXPECT_EQ(corner.view(1, {i, j}), at(i, j, 1)) << i << ' ' << j;
    }
  }
}

TEST(BoundaryOneD, BothEndsAreFilled) {
  Upwind<1> upwind;
  TestBlock<1> block(Box<1>{{-2}, {6}}, 1);
  Surroundings<1> around{&upwind,
                         {{{BoundaryKind::kOutflow, BoundaryKind::kReflect}}},
                         Box<1>{{0}, {4}},
                         {0, {0.0}, {1.0}}};
  for (std::int32_t i = 0; i < 4; ++i) {
    block.view(0, {i}) = i + 1.0;
  }

  fill_boundary(block.view, around, 0.0);

  EXPECT_EQ(block.view(0, {-2}), 1.0);
  EXPECT_EQ(block.view(0, {4}), 4.0);
  EXPECT_EQ(block.view(0, {5}), 3.0);
}

TEST(BoundaryThreeD, EveryGhostOfACubeIsSet) {
  Upwind<3> upwind;
  TestBlock<3> block(Box<3>{{-2, -2, -2}, {4, 4, 4}}, 1);
  const std::array<BoundaryKind, 2> outflow{BoundaryKind::kOutflow, BoundaryKind::kOutflow};
  Surroundings<3> around{&upwind, {outflow, outflow, outflow}, Box<3>{{0, 0, 0}, {2, 2, 2}}, {}};
  storage::for_each_row(around.domain, [&](const geometry::Index<3>& row, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i) {
      block.view(0, {row[0] + i, row[1], row[2]}) = row[0] + i + 2.0 * row[1] + 4.0 * row[2];
    }
  });

  fill_boundary(block.view, around, 0.0);

  storage::for_each_row(block.view.box, [&](const geometry::Index<3>& row, std::int32_t count) {
    const auto clamp = [](std::int32_t i) { return std::clamp(i, 0, 1); };
    for (std::int32_t i = row[0]; i < row[0] + count; ++i) {
      EXPECT_EQ(block.view(0, {i, row[1], row[2]}),
                clamp(i) + 2.0 * clamp(row[1]) + 4.0 * clamp(row[2]));
    }
  });
}

/// Component 1 is the rate of component 0, waves are twice as fast as time.
class Waves : public Upwind<2> {
 public:
  Waves() : Upwind<2>(Upwind<2>::Options{.components = 2}) {}
  Outgoing outgoing(int component) const override {
    return component == 0 ? Outgoing{1, 2.0} : Outgoing{};
  }
};

/// u = a (x - 2 t) + b (x - 2 t)^2 at t = 0: what leaves to the right goes on beyond the side.
TEST_F(Boundary, OutgoingWavesGoOn) {
  const Waves waves;
  around.application = &waves;
  around.kinds = {{{BoundaryKind::kOutflow, BoundaryKind::kOutgoing},
                   {BoundaryKind::kOutflow, BoundaryKind::kOutgoing}}};
  const auto u = [](double x) { return 3.0 * x + 0.5 * x * x; };
  const auto rate = [](double x) { return -2.0 * (3.0 + x); };
  const auto x_of = [](std::int32_t i) { return 0.25 * (i + 0.5); };
  for (std::int32_t j = 0; j < 4; ++j) {
    for (std::int32_t i = 0; i < 4; ++i) {
      block.view(0, {i, j}) = u(x_of(i));
      block.view(1, {i, j}) = rate(x_of(i));
    }
  }

  fill_boundary(block.view, around, 0.0);

  for (const std::int32_t i : {4, 5}) {
    EXPECT_NEAR(at(i, 1), u(x_of(i)), 1e-14);
    EXPECT_NEAR(at(i, 1, 1), rate(x_of(i)), 1e-14);
  }
  // Across the upper side of axis 1 the wave enters at the speed it has along x: u_n = -u_t / 2.
  EXPECT_NEAR(at(2, 4), at(2, 3) - 0.25 * at(2, 3, 1) / 2.0, 1e-14);
  EXPECT_NEAR(at(2, 5), at(2, 2) - 0.75 * at(2, 3, 1) / 2.0, 1e-14);
}

}  // namespace
}  // namespace evenkeel::solver
