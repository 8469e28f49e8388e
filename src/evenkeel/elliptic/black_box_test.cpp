// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What weights and Galerkin products are for operators worked out by hand.
#include "evenkeel/elliptic/black_box.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "evenkeel/storage/array.hpp"

namespace evenkeel::elliptic {
namespace {

using geometry::Box;
using geometry::Index;

/// A fine grid of 8 cells a side with all that belongs to it; the 5 points in a row, 2-D.
class Plane : public ::testing::Test {
 protected:
  static constexpr Box<2> kFine{{0, 0}, {8, 8}};
  static constexpr Box<2> kCoarse{{0, 0}, {4, 4}};

  /// u_right - u weighs \p beta(i), the coefficient of the face below cell i along x; 1 along y.
  /// Nothing passes the walls.
  template <class Fn>
  void set_operator(const Fn& beta) {
    storage::for_each_row(kFine.grow(2), [&](Index<2> cell, std::int32_t count) {
      for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
        set_stencil(cell, beta);
      }
    });
    set_weights<2>(stencil(), weights_.view());
    coarsen<2>(stencil(), weights_.view(), coarse_.view(), kCoarse);
  }

  FullStencil<2> stencil() const { return {fine_.view(), all_points<2>()}; }
  double weight(const Index<2>& cell, int parent) const { return weights_.view()(parent, cell); }
  double entry(const Index<2>& cell, const Index<2>& offset) const {
    return coarse_.view()(point_at<2>(offset), cell);
  }

 private:
  template <class Fn>
  void set_stencil(const Index<2>& cell, const Fn& beta) {
    const storage::View<2> view = fine_.view();
    for (int point = 0; point < kPoints<2>; ++point) {
      view(point, cell) = 0.0;
    }
    for (const Index<2>& offset : {Index<2>{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      const Index<2> other{cell[0] + offset[0], cell[1] + offset[1]};
      if (kFine.contains(cell) && kFine.contains(other)) {
        const double c = offset[0] == 0 ? 1.0 : beta(std::max(cell[0], other[0]));
        view(point_at<2>(offset), cell) = c;
        view(kCentre<2>, cell) -= c;
      }
    }
  }

  storage::Pool pool_;
  storage::Array<2> fine_{pool_, kFine.grow(2), kPoints<2>};
  storage::Array<2> weights_{pool_, weighed_cells<2>(kFine), kParents<2>};
  storage::Array<2> coarse_{pool_, kCoarse, kPoints<2>};
};

TEST_F(Plane, EvenCoefficientsInterpolateLinearly) {
  set_operator([](std::int32_t) { return 1.0; });

  EXPECT_EQ(weight({2, 4}, 0), 1.0);
  EXPECT_EQ(weight({3, 4}, 0), 0.5);
  EXPECT_EQ(weight({3, 4}, 1), 0.5);
  for (int parent = 0; parent < 4; ++parent) {
    EXPECT_DOUBLE_EQ(weight({3, 5}, parent), 0.25);
  }
}

TEST_F(Plane, FluxesNotSlopesAreEvenAcrossAJump) {
  set_operator([](std::int32_t face) { return face <= 3 ? 1e4 : 1.0; });

  EXPECT_DOUBLE_EQ(weight({3, 4}, 0), 1e4 / 10001.0);  // cell 3: 1e4 below it, 1 above
  EXPECT_DOUBLE_EQ(weight({3, 4}, 1), 1.0 / 10001.0);
}

/// Full weighting of the five points with bilinear interpolation: (1, 2, 1) (1, 2, 1) is known to
/// make the nine points -3, 1/2, 1/4 of the coarse spacing.                  (Trottenberg et al.)
TEST_F(Plane, EvenOperatorsBecomeTheNinePoints) {
  set_operator([](std::int32_t) { return 1.0; });

  constexpr double kScale = 0.25;  // 1 / (2 h)^2 beside 1 / h^2
  EXPECT_NEAR(entry({1, 2}, {0, 0}), -3.0 * kScale, 1e-14);
  EXPECT_NEAR(entry({1, 2}, {1, 0}), 0.5 * kScale, 1e-14);
  EXPECT_NEAR(entry({1, 2}, {1, -1}), 0.25 * kScale, 1e-14);
}

TEST_F(Plane, CoarseOperatorsAreSymmetricAndKeepConstants) {
  set_operator([](std::int32_t face) { return face % 3 == 0 ? 1e4 : 0.5; });

  storage::for_each_row(kCoarse, [&](Index<2> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      double sum = 0.0;
      for (int point = 0; point < kPoints<2>; ++point) {
        const Index<2> offset = offset_of<2>(point);
        const Index<2> other{cell[0] + offset[0], cell[1] + offset[1]};
        sum += entry(cell, offset);
        if (kCoarse.contains(other)) {
          EXPECT_NEAR(entry(cell, offset), entry(other, {-offset[0], -offset[1]}), 1e-9);
        }
      }
      EXPECT_NEAR(sum, 0.0, 1e-9);
    }
  });
}

}  // namespace
}  // namespace evenkeel::elliptic
