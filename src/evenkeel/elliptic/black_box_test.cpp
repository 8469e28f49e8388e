// SPDX-License-Identifier: BSD-3-Clause
/// \file
/// What weights and Galerkin products are for operators worked out by hand.
#include "evenkeel/elliptic/black_box.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "evenkeel/core/rng.hpp"
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
  double weight(const Index<2>& cell, unsigned parent, Along along) const {
    return weights_.view()(weight_component(parent, along), {cell[0] / 2, cell[1]});
  }
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
  storage::Array<2> weights_{pool_, weight_box<2>(kFine), kWeights<2>};
  storage::Array<2> coarse_{pool_, kCoarse, kPoints<2>};
};

TEST_F(Plane, EvenCoefficientsInterpolateLinearly) {
  set_operator([](std::int32_t) { return 1.0; });

  EXPECT_EQ(weight({2, 4}, 0, Along::kEven), 1.0);
  EXPECT_EQ(weight({3, 4}, 0, Along::kLower), 0.5);
  EXPECT_EQ(weight({3, 4}, 0, Along::kUpper), 0.5);
  for (const unsigned parent : {0U, 1U}) {
    EXPECT_EQ(weight({2, 5}, parent, Along::kEven), 0.5);
    EXPECT_DOUBLE_EQ(weight({3, 5}, parent, Along::kLower), 0.25);
    EXPECT_DOUBLE_EQ(weight({3, 5}, parent, Along::kUpper), 0.25);
  }
}

TEST_F(Plane, FluxesNotSlopesAreEvenAcrossAJump) {
  set_operator([](std::int32_t face) { return face <= 3 ? 1e4 : 1.0; });

  EXPECT_DOUBLE_EQ(weight({3, 4}, 0, Along::kLower),
                   1e4 / 10001.0);  // cell 3: 1e4 below it, 1 above
  EXPECT_DOUBLE_EQ(weight({3, 4}, 0, Along::kUpper), 1.0 / 10001.0);
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

/// Any operator on a grid with rows longer than are gone through at once.
template <class T, int D = T::value>
class BlackBox : public ::testing::Test {
 protected:
  static Box<D> coarse_box() {
    Box<D> box{geometry::uniform<D>(-1), geometry::uniform<D>(3)};
    box.hi[0] = 80;
    return box;
  }
  /// \p box without its last cells along axes from \p axis on.
  static Box<D> without_last(Box<D> box, std::size_t axis) {
    for (std::size_t d = axis; d < D; ++d) {
      --box.hi[d];
    }
    return box;
  }

  storage::Array<D> zeros(const Box<D>& box, int components) {
    storage::Array<D> array(pool_, box, components);
    std::fill_n(array.view().data, components * array.view().component_stride, 0.0);
    return array;
  }
  storage::Array<D> random(const Box<D>& box, int components) {
    storage::Array<D> array(pool_, box, components);
    std::generate_n(array.view().data, components * array.view().component_stride,
                    [&] { return 1.0 + 0.1 * normal(random_); });
    return array;
  }
  storage::Array<D> weights_of(const FullStencil<D>& stencil) {
    storage::Array<D> weights(pool_, weight_box<D>(coarse_box().refine(2)), kWeights<D>);
    set_weights<D>(stencil, weights.view());
    return weights;
  }
  storage::Array<D> coarse_of(const FullStencil<D>& stencil, const storage::Array<D>& weights) {
    storage::Array<D> coarse = zeros(coarse_box(), kPoints<D>);
    coarsen<D>(stencil, weights.view(), coarse.view(), coarse_box());
    return coarse;
  }

  storage::Pool pool_;
  SplitMix64 random_{7};
};

using Dimensions = ::testing::Types<std::integral_constant<int, 1>, std::integral_constant<int, 2>,
                                    std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(BlackBox, Dimensions);

TYPED_TEST(BlackBox, CoarseOperatorsDoWhatFineOnesDoBetweenTransfers) {
  constexpr int D = TypeParam::value;
  const Box<D> box = this->coarse_box();
  const Box<D> weighed = this->without_last(box.grow(1).refine(2), 1);
  const Box<D> around = this->without_last(box.refine(2).grow(1), 0);
  const auto coefficients = this->random(box.refine(2).grow(2), kPoints<D>);
  const FullStencil<D> stencil{coefficients.view(), all_points<D>()};
  const auto weights = this->weights_of(stencil);
  const auto coarse = this->coarse_of(stencil, weights);
  const auto values = this->random(box.grow(2), 1);

  const auto at_once = this->zeros(box, 1);
  residual<D>(coarse.view(), values.view(), at_once.view(), at_once.view(), box);
  const auto fine = this->zeros(weighed, 1);
  interpolate_by<D>(weights.view(), values.view(), fine.view(), weighed);
  const auto rest = this->zeros(box.refine(2).grow(1), 1);
  residual<D>(coefficients.view(), fine.view(), rest.view(), rest.view(), around);
  const auto between = this->zeros(box, 1);
  restrict_by<D>(weights.view(), rest.view(), between.view(), box);

  storage::for_each_row(box, [&](Index<D> cell, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i, ++cell[0]) {
      ASSERT_NEAR(at_once.view()(0, cell), between.view()(0, cell), 1e-11);
      ASSERT_NE(between.view()(0, cell), 0.0);
    }
  });
}

TYPED_TEST(BlackBox, PointsLeftOutAreZero) {
  constexpr int D = TypeParam::value;
  const Box<D> box = this->coarse_box().refine(2).grow(2);
  const auto some = this->random(box, static_cast<int>(cross_points<D>().size()));
  const auto all = this->zeros(box, kPoints<D>);
  for (std::size_t c = 0; c < cross_points<D>().size(); ++c) {
    std::copy_n(some.view().row(static_cast<int>(c), box.lo), some.view().component_stride,
                all.view().row(cross_points<D>()[c], box.lo));
  }
  const FullStencil<D> cross{some.view(), cross_points<D>()};
  const FullStencil<D> full{all.view(), all_points<D>()};
  const auto of_cross = this->coarse_of(cross, this->weights_of(cross));
  const auto of_full = this->coarse_of(full, this->weights_of(full));
  EXPECT_TRUE(std::equal(of_cross.view().data,
                         of_cross.view().data + kPoints<D> * of_cross.view().component_stride,
                         of_full.view().data));
}

}  // namespace
}  // namespace evenkeel::elliptic
